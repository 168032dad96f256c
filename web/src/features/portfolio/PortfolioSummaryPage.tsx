import { Page } from '../../ui/Page.tsx';

export function PortfolioSummaryPage() {
  return <Page title="Portfolio Summary">{null}</Page>;
}
