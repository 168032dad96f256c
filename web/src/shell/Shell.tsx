import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Outlet, useMatches, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { createQueryClient } from '../lib/api/query-client.ts';
import { config } from '../lib/config.ts';
import { useSession } from '../lib/session/session.ts';
import { useIdlePreload } from '../lib/use-idle-preload.ts';
import { TooltipHost } from '../ui/button/TooltipHost.tsx';
import { DailyDigest } from './DailyDigest.tsx';
import { tellLateFailures } from './late-failures.ts';
import { NavBar } from './NavBar.tsx';
import { OfflineBanner } from './OfflineBanner.tsx';

export function Shell() {
  const session = useSession();
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const shown = useRef(path);
  const hasOwnHeader = useMatches({
    select: (matches) => matches.at(-1)?.staticData.hasOwnHeader ?? false,
  });

  // Moves the focus to the main part after a change of page, for users of keyboards and screen readers.
  useEffect(() => {
    if (shown.current !== undefined && shown.current !== path) main.current?.focus();
    shown.current = path;
  }, [path]);

  if (!session) return null;
  return (
    <I18nProvider locale="en-US">
      <a
        href="#main"
        className="fixed start-4 top-2 z-30 -translate-y-16 rounded-md bg-panel px-3 py-2 font-semibold text-accent focus:translate-y-0"
      >
        Skip to content
      </a>
      <div className="flex min-h-dvh flex-col">
        {!hasOwnHeader && <NavBar session={session} shortName={config().shortName} />}
        <OfflineBanner />
        {!hasOwnHeader && <DailyDigest key={session.id} />}
        <main
          id="main"
          ref={main}
          tabIndex={-1}
          className={`flex grow flex-col outline-none ${hasOwnHeader ? '' : '[--above:3rem]'}`}
        >
          <FetchedData key={session.id}>
            <Outlet />
          </FetchedData>
        </main>
      </div>
      <TooltipHost />
    </I18nProvider>
  );
}

// This component has the user's id as its key. A user therefore never sees another user's data, even after
// a sign-in in another tab.
function FetchedData({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  useLiveUpdates(queryClient);
  useEffect(() => tellLateFailures(queryClient), [queryClient]);
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}

/**
 * Starts live updates when the browser is idle, so that the first load waits for neither their code nor
 * their connection.
 */
function useLiveUpdates(client: QueryClient): void {
  const stop = useRef<() => void>(undefined);
  const isGone = useRef(false);
  const start = useCallback(async () => {
    const { startLiveUpdates } = await import('../lib/live/live-updates.ts');
    if (!isGone.current) stop.current ??= startLiveUpdates(client);
  }, [client]);
  useIdlePreload(start);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      stop.current?.();
      stop.current = undefined;
    };
  }, []);
}
