import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useEffect } from 'react';
import type { AppRouter } from './routes.tsx';
import { watchSessionEnd } from './shell/session-end.ts';

/** The app: its providers, and the one place where the end of a session turns into a change of page. */
export function App({ router, queryClient }: { router: AppRouter; queryClient: QueryClient }) {
  useEffect(() => {
    const goToLogin = ({ isKeepingPlace }: { isKeepingPlace: boolean }) => {
      const { href, pathname } = router.state.location;
      const from = isKeepingPlace && pathname !== '/login' ? href : undefined;
      router.navigate({ to: '/login', search: { from }, replace: isKeepingPlace });
    };
    return watchSessionEnd({ goToLogin }, queryClient);
  }, [router, queryClient]);

  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>
  );
}
