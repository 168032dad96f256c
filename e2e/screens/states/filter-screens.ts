import { click, type Screen } from '../screen.ts';

const lender = (id: number, name: string, portfolios: string[]) => ({
  ...{ id, name, portfolios, rules: [], updated_at: '2026-03-05T05:00:00.000Z' },
});
const lenders = {
  json: {
    results: [
      lender(1, 'Kaveri Housing Finance Limited', ['Kaveri Homes', 'Kaveri Plots']),
      lender(2, 'Sahyadri Bank', ['Sahyadri Home Loans']),
    ],
    other_portfolios: ['Godavari Gold Loans'],
  },
};

const openFilters: Screen['open'] = async (page) => {
  await page.route('**/api/v1/lenders/', (route) => route.fulfill(lenders));
  await page.reload();
  await click('Filters')(page);
  await page.getByRole('spinbutton').first().waitFor();
};

export const filterScreens: Screen[] = [
  {
    name: 'applicants-filters',
    path: '/applicants?status=assigned&pin=4&from=2026-01-01',
    open: openFilters,
  },
  { name: 'verification-filters', path: '/verification?decision=pending', open: openFilters },
];
