import { Page } from '../../ui/Page.tsx';

export function VerificationsPage() {
  return <Page title="Verification">{null}</Page>;
}
