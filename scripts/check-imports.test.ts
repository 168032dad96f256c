import { expect, test } from 'vitest';
import { findCycles, findViolations } from './check-imports.ts';

const service = 'server/src/features/applicants/applicant-service.ts';
const store = 'server/src/features/applicants/applicant-store.ts';
const routes = 'server/src/features/applicants/applicant-routes.ts';
const page = 'web/src/features/applicants/ApplicantsPage.tsx';

test.each([
  [
    service,
    `import { findUser } from '../users/user-store.ts';`,
    'a feature must not import another',
  ],
  [
    service,
    `import type { User } from '../users/user-store.ts';`,
    'a feature must not import another',
  ],
  [service, `import { sql } from 'kysely';`, 'only stores write SQL (kysely)'],
  [service, `db.selectFrom('users').execute();`, 'only stores write SQL (selectFrom)'],
  [service, `import type { FastifyRequest } from 'fastify';`, 'a service must not know Fastify'],
  [
    service,
    `import { applicantRoutes } from './applicant-routes.ts';`,
    'a service must not import a routes',
  ],
  [
    store,
    `import { assignAgent } from './applicant-service.ts';`,
    'a store must not import a service',
  ],
  [
    store,
    `export { buildApp } from '../../app.ts';`,
    'server/src/features must not import ../../app.ts',
  ],
  [routes, `const pg = await import('pg');`, 'only stores write SQL (pg)'],
  [
    'server/src/db/connection.ts',
    `import { signIn } from '../features/auth/sign-in-service.ts';`,
    'server/src/db must not import',
  ],
  [
    'server/src/http/server/health.ts',
    `import { App } from '../../../web/src/App.tsx';`,
    'server/src/http must not import',
  ],
  [
    service,
    `import { password } from '../../testing/test-app.ts';`,
    'server/src/features must not import',
  ],
  [
    page,
    `import { UserTable } from '../users/UserTable.tsx';`,
    'a feature must not import another',
  ],
  [
    'web/src/pages/ReviewPage.tsx',
    `import { NavBar } from '../shell/NavBar.tsx';`,
    'web/src/pages must not import',
  ],
  [page, `import { NavBar } from '../../shell/NavBar.tsx';`, 'web/src/features must not import'],
  [page, `import { router } from '../../routes.tsx';`, 'web/src/features must not import'],
  [
    page,
    `import type { Db } from '../../../../server/src/db/connection.ts';`,
    'web/src/features must not import',
  ],
  [
    page,
    `type Db = import('@doorstep/server/app').Db;`,
    'web/src/features must not import @doorstep/server/app',
  ],
  [
    'web/src/ui/Button.tsx',
    `import { pageSize } from '@doorstep/contract/limits';`,
    'web/src/ui must not import',
  ],
  [
    'web/src/ui/Button.tsx',
    `import { format } from '../lib/format.ts';`,
    'web/src/ui must not import',
  ],
  [
    'web/src/lib/format.ts',
    `import { Button } from '../ui/Button.tsx';`,
    'web/src/lib must not import',
  ],
  [
    'web/src/domain/visits/photos.ts',
    `import { HomePage } from '../../features/home/HomePage.tsx';`,
    'web/src/domain must not import',
  ],
  [
    'field/src/lib/address.ts',
    `import { TodayScreen } from '../screens/TodayScreen.tsx';`,
    'field/src/lib must not import',
  ],
  [
    'field/src/screens/TodayScreen.tsx',
    `import { format } from '../../../web/src/lib/format.ts';`,
    'field/src/screens must not import',
  ],
  [
    'contract/src/auth.ts',
    `import { readFile } from 'node:fs/promises';`,
    'contract imports zod only',
  ],
  [
    'contract/src/auth.ts',
    `import { config } from '../../server/src/config.ts';`,
    'contract must not import',
  ],
])('%s: %s', (path, text, reason) => {
  expect(findViolations(path, text)).toEqual([expect.stringContaining(`${path}: ${reason}`)]);
});

test.each([
  [routes, `import { assignAgent } from './applicant-service.ts';`],
  [routes, `import { listApplicants } from './applicant-store.ts';`],
  [routes, `import { route } from '../../http/contract/contract-route.ts';`],
  [
    service,
    `import type { Kysely } from 'kysely';\nimport { audit } from '../../db/audit/record.ts';`,
  ],
  [service, `import { type Kysely } from 'kysely';\nimport { Problem } from '../../problems.ts';`],
  [store, `import { sql } from 'kysely';\nexport const x = sql\`select 1\`;`],
  ['server/src/app.ts', `import { userRoutes } from './features/users/user-routes.ts';`],
  [
    'server/src/features/users/users.test.ts',
    `import { sql } from 'kysely';\nimport { startTestApp } from '../../testing/test-app.ts';`,
  ],
  [
    page,
    `import { listApplicants } from '@doorstep/contract/applicants';\nimport { AssignModal } from './AssignModal.tsx';`,
  ],
  [
    page,
    `import { Button } from '../../ui/button/Button.tsx';\nimport { call } from '../../lib/api/api-client.ts';`,
  ],
  [
    'web/src/routes.tsx',
    `import { NavBar } from './shell/NavBar.tsx';\nconst page = () => import('./features/home/HomePage.tsx');`,
  ],
  ['contract/src/auth.ts', `import * as z from 'zod/mini';\nimport { limits } from './limits.ts';`],
])('allows %s: %s', (path, text) => {
  expect(findViolations(path, text)).toEqual([]);
});

const upward = [
  ['server/src/platform/platform.ts', `import type { Logo } from '../features/reports/logo.ts';`],
  ['server/src/storage/photos/save-photo.ts', `import { db } from '../../platform/platform.ts';`],
  ['server/src/ops/doctor/start-up.ts', `import { openOwner } from '../../start/open-owner.ts';`],
  ['server/src/work/child-pool.ts', `import { limits } from '../limits.ts';`],
];
test.each(upward)('%s imports nothing above it', (path, text) => {
  expect(findViolations(path, text)).toHaveLength(1);
});

const filesOf = (files: Record<string, string>) => new Map(Object.entries(files));
const [a, b, c] = ['a', 'b', 'c'].map((name) => `server/src/features/applicants/${name}.ts`);
const other = 'server/src/db/other.ts';

test('files with circular imports are found', () => {
  const files = filesOf({
    [a ?? '']: `import { b } from './b.ts';`,
    [b ?? '']: `import { c } from './c.ts';`,
    [c ?? '']: `import { a } from './a.ts';`,
  });
  expect(findCycles(files)).toEqual([`files import each other in a circle: ${a}, ${b}, ${c}`]);
});

test('types may have circular imports within a feature, and nowhere else', () => {
  const types = `import type { A } from './a.ts';`;
  expect(
    findCycles(filesOf({ [a ?? '']: `import { b } from './b.ts';`, [b ?? '']: types })),
  ).toEqual([]);
  const apart = {
    [a ?? '']: `import { o } from '../../db/other.ts';`,
    [other]: `import type { A } from '../features/applicants/a.ts';`,
  };
  expect(findCycles(filesOf(apart))).toHaveLength(1);
});
