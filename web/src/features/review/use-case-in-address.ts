import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

const route = getRouteApi('/signed-in/review');

/** Stores the shown case in the address. A reload returns to it, unless another reviewer has it by then. */
export function useCaseInAddress(shown: string | undefined): void {
  const { case: asked } = route.useSearch();
  const navigate = route.useNavigate();
  const router = useRouter();
  useEffect(() => {
    // While the next page loads, this would navigate back.
    const isLeaving = !/^\/review\/?$/.test(router.latestLocation.pathname);
    if (shown !== asked && !isLeaving) void navigate({ search: { case: shown }, replace: true });
  }, [shown, asked, navigate, router]);
}
