import type { DecisionFilter } from '@doorstep/contract/verifications/decision';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { applicantFilterParams, verificationFilterParams } from './lib/address/list-filters.ts';
import { param, parseSearch, searchOf, stringifySearch } from './lib/address/search-params.ts';
import { ErrorPage } from './shell/ErrorPage.tsx';
import { requireSession, requireSuperAdmin, skipWhenSignedIn } from './shell/guards.ts';
import { Root } from './shell/Root.tsx';

const root = createRootRoute({ component: Root });

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: searchOf({ from: param.address }),
  beforeLoad: skipWhenSignedIn,
  staticData: { title: 'Log in' },
  component: lazyRouteComponent(() => import('./features/auth/LoginPage.tsx'), 'LoginPage'),
});

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: requireSession,
  component: lazyRouteComponent(() => import('./shell/Shell.tsx'), 'Shell'),
});

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/home',
  staticData: { title: 'Home' },
  component: lazyRouteComponent(() => import('./features/home/HomePage.tsx'), 'HomePage'),
});

const board = createRoute({
  getParentRoute: () => signedIn,
  path: '/board',
  staticData: { title: 'Board' },
  component: lazyRouteComponent(() => import('./features/board/BoardPage.tsx'), 'BoardPage'),
});

const agent = createRoute({
  getParentRoute: () => signedIn,
  path: '/agents/$id',
  staticData: { title: 'Agent' },
  component: lazyRouteComponent(() => import('./features/agents/AgentPage.tsx'), 'AgentPage'),
});

const list = { page: param.number, search: param.search };
const usersSearch = searchOf({
  ...list,
  view: param.id,
  reset: param.id,
  edit: param.id,
  delete: param.id,
  register: param.flag,
});

const agents = createRoute({
  getParentRoute: () => signedIn,
  path: '/agent',
  validateSearch: usersSearch,
  beforeLoad: requireSuperAdmin,
  staticData: { title: 'Agents' },
  component: lazyRouteComponent(() => import('./features/users/AgentsPage.tsx'), 'AgentsPage'),
});

const admins = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin',
  validateSearch: usersSearch,
  beforeLoad: requireSuperAdmin,
  staticData: { title: 'Admins' },
  component: lazyRouteComponent(() => import('./features/users/AdminsPage.tsx'), 'AdminsPage'),
});

const applicants = createRoute({
  getParentRoute: () => signedIn,
  path: '/applicants',
  validateSearch: searchOf({
    ...list,
    names: param.flag,
    assigned: param.choice(['false']),
    ...applicantFilterParams,
    view: param.id,
    assign: param.id,
    many: param.flag,
    delete: param.id,
    upload: param.flag,
  }),
  staticData: { title: 'Applicants' },
  component: lazyRouteComponent(
    () => import('./features/applicants/ApplicantsPage.tsx'),
    'ApplicantsPage',
  ),
});

const uploads = createRoute({
  getParentRoute: () => signedIn,
  path: '/uploads',
  validateSearch: searchOf({
    page: param.number,
    undo: param.id,
    try: param.flag,
    tried: param.id,
    mappings: param.flag,
  }),
  staticData: { title: 'Uploads' },
  component: lazyRouteComponent(() => import('./features/uploads/UploadsPage.tsx'), 'UploadsPage'),
});

const verifications = createRoute({
  getParentRoute: () => signedIn,
  path: '/verification',
  validateSearch: searchOf({
    ...list,
    decision: param.choice(['pending', 'positive', 'negative'] satisfies DecisionFilter[]),
    ...verificationFilterParams,
    view: param.id,
    decide: param.id,
    form: param.id,
    back: param.id,
    held: param.flag,
    archives: param.flag,
  }),
  staticData: { title: 'Verification' },
  component: lazyRouteComponent(() => import('./pages/VerificationsPage.tsx'), 'VerificationsPage'),
});

const review = createRoute({
  getParentRoute: () => signedIn,
  path: '/review',
  validateSearch: searchOf({ case: param.id }),
  staticData: { title: 'Review', hasOwnHeader: true },
  component: lazyRouteComponent(() => import('./pages/ReviewPage.tsx'), 'ReviewPage'),
});

const practice = createRoute({
  getParentRoute: () => signedIn,
  path: '/review/practice',
  staticData: { title: 'Practice', hasOwnHeader: true },
  component: lazyRouteComponent(() => import('./pages/PracticePage.tsx'), 'PracticePage'),
});

const quality = createRoute({
  getParentRoute: () => signedIn,
  path: '/quality',
  validateSearch: searchOf({ person: param.id }),
  staticData: { title: 'Quality' },
  component: lazyRouteComponent(() => import('./features/quality/QualityPage.tsx'), 'QualityPage'),
});

const callbacks = createRoute({
  getParentRoute: () => signedIn,
  path: '/callbacks',
  validateSearch: searchOf({
    page: param.number,
    state: param.choice(['closed']),
    call: param.id,
  }),
  staticData: { title: 'Call-backs' },
  component: lazyRouteComponent(
    () => import('./features/callbacks/CallbacksPage.tsx'),
    'CallbacksPage',
  ),
});

const portfolio = createRoute({
  getParentRoute: () => signedIn,
  path: '/portfolio-summary',
  validateSearch: searchOf({ start: param.day, end: param.day }),
  staticData: { title: 'Portfolio Summary' },
  component: lazyRouteComponent(
    () => import('./features/portfolio/PortfolioSummaryPage.tsx'),
    'PortfolioSummaryPage',
  ),
});

const sessions = createRoute({
  getParentRoute: () => signedIn,
  path: '/account/sessions',
  staticData: { title: 'Sessions' },
  component: lazyRouteComponent(
    () => import('./features/account/SessionsPage.tsx'),
    'SessionsPage',
  ),
});

const secondFactor = createRoute({
  getParentRoute: () => signedIn,
  path: '/account/second-factor',
  validateSearch: searchOf({ off: param.flag }),
  staticData: { title: 'Two-step sign-in' },
  component: lazyRouteComponent(
    () => import('./features/account/SecondFactorPage.tsx'),
    'SecondFactorPage',
  ),
});

const alerts = createRoute({
  getParentRoute: () => signedIn,
  path: '/account/alerts',
  staticData: { title: 'E-mail alerts' },
  component: lazyRouteComponent(() => import('./features/account/AlertsPage.tsx'), 'AlertsPage'),
});

const audit = createRoute({
  getParentRoute: () => signedIn,
  path: '/audit',
  validateSearch: searchOf({
    page: param.number,
    who: param.id,
    event: param.id,
    record: param.id,
    start: param.day,
    end: param.day,
    view: param.id,
  }),
  beforeLoad: requireSuperAdmin,
  staticData: { title: 'Audit' },
  component: lazyRouteComponent(() => import('./features/audit/AuditPage.tsx'), 'AuditPage'),
});

const evidence = createRoute({
  getParentRoute: () => signedIn,
  path: '/evidence',
  validateSearch: searchOf({ check: param.id, thresholds: param.flag }),
  beforeLoad: requireSuperAdmin,
  staticData: { title: 'Evidence' },
  component: lazyRouteComponent(
    () => import('./features/evidence/EvidencePage.tsx'),
    'EvidencePage',
  ),
});

const lenders = createRoute({
  getParentRoute: () => signedIn,
  path: '/lenders',
  validateSearch: searchOf({
    lender: param.id,
    rules: param.id,
    columns: param.id,
    daily: param.id,
    layout: param.id,
    delete: param.id,
    calendar: param.id,
    drop: param.id,
  }),
  beforeLoad: requireSuperAdmin,
  staticData: { title: 'Lenders' },
  component: lazyRouteComponent(() => import('./features/lenders/LendersPage.tsx'), 'LendersPage'),
});

/** This page needs no session, so that anyone who has a report can check the report. */
const verify = createRoute({
  getParentRoute: () => root,
  path: '/verify/{-$code}',
  staticData: { title: 'Check a report' },
  component: lazyRouteComponent(() => import('./features/verify/VerifyPage.tsx'), 'VerifyPage'),
});

const anythingElse = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/login', replace: true });
  },
});

const routeTree = root.addChildren([
  login,
  verify,
  signedIn.addChildren([
    home,
    board,
    agent,
    agents,
    admins,
    applicants,
    uploads,
    verifications,
    review,
    practice,
    callbacks,
    quality,
    portfolio,
    lenders,
    evidence,
    audit,
    sessions,
    secondFactor,
    alerts,
  ]),
  anythingElse,
]);

export function createAppRouter(options: Pick<Parameters<typeof createRouter>[0], 'history'> = {}) {
  return createRouter({
    ...options,
    routeTree,
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultErrorComponent: ErrorPage,
    scrollRestoration: true,
  });
}
export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
  interface StaticDataRouteOption {
    title?: string;
    /** Whether the navigation bar and the daily digest are hidden, because the screen has its own header. */
    hasOwnHeader?: boolean;
  }
}
