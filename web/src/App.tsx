import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useEffect } from 'react';
import { onEnrolmentDemanded } from './lib/session/enrolment-demand.ts';
import type { AppRouter } from './routes.tsx';
import { watchSessionEnd } from './shell/session-end.ts';

export function App({ router }: { router: AppRouter }) {
  useEffect(
    () =>
      watchSessionEnd(({ isKeepingPlace }) => {
        const { href, pathname } = router.state.location;
        const from = isKeepingPlace && pathname !== '/login' ? href : undefined;
        void router.navigate({ to: '/login', search: { from }, replace: isKeepingPlace });
      }),
    [router],
  );

  useEffect(
    () => onEnrolmentDemanded(() => void router.navigate({ to: '/account/second-factor' })),
    [router],
  );

  return (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  );
}
