import { Page } from '../../ui/Page.tsx';

export function AdminsPage() {
  return <Page title="Admins">{null}</Page>;
}
