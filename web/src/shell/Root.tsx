import { Outlet, useMatches } from '@tanstack/react-router';
import { config } from '../lib/config.ts';
import { Toaster } from '../ui/feedback/Toaster.tsx';

export function Root() {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  const { shortName } = config();
  return (
    <>
      <title>{title ? `${title} · ${shortName}` : shortName}</title>
      <Outlet />
      <Toaster />
    </>
  );
}
