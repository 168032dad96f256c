import { createMemoryHistory } from '@tanstack/react-router';
import { render } from 'vitest-browser-react';
import { App } from '../App.tsx';
import type { Session } from '../lib/session/session.ts';
import { createAppRouter } from '../routes.tsx';

export const superAdmin: Session = {
  id: 1,
  name: 'Nandini Kulkarni',
  email: 'nandini@doorstep.test',
  phone_number: '9820012345',
  is_admin: true,
  is_superadmin: true,
  is_active: true,
  tokens: { access_token: 'access-1', refresh_token: 'refresh-1' },
};
export const admin: Session = { ...superAdmin, id: 2, name: 'Arjun Mehta', is_superadmin: false };

export async function renderApp(path: string, user: Session | null = superAdmin) {
  if (user) localStorage.setItem('user', JSON.stringify(user));
  const router = createAppRouter({ history: createMemoryHistory({ initialEntries: [path] }) });
  const screen = await render(<App router={router} />);
  return { screen, router, address: () => router.state.location.href };
}
