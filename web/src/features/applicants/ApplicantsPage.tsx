import { Page } from '../../ui/Page.tsx';

export function ApplicantsPage() {
  return <Page title="Applicants">{null}</Page>;
}
