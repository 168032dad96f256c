import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

const route = getRouteApi('/signed-in/review');

/** Keeps the case that is shown in the address: a reload comes back to it, as far as nobody else has it then. */
export function useCaseInAddress(shown: string | undefined): void {
  const { case: asked } = route.useSearch();
  const navigate = route.useNavigate();
  const router = useRouter();
  useEffect(() => {
    // While one leaves, and the other page is on its way, it would lead back.
    const isLeaving = !/^\/review\/?$/.test(router.latestLocation.pathname);
    if (shown !== asked && !isLeaving) void navigate({ search: { case: shown }, replace: true });
  }, [shown, asked, navigate, router]);
}
