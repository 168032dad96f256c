import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

const route = getRouteApi('/signed-in/review');

/** Stores the shown case in the address, so that a reload shows the same case again. */
export function useCaseInAddress(shown: string | undefined): void {
  const { case: asked } = route.useSearch();
  const navigate = route.useNavigate();
  const router = useRouter();
  useEffect(() => {
    // Doesn't navigate while another page loads, because that would bring the user back to the desk.
    const isLeaving = !/^\/review\/?$/.test(router.latestLocation.pathname);
    if (shown !== asked && !isLeaving) void navigate({ search: { case: shown }, replace: true });
  }, [shown, asked, navigate, router]);
}
