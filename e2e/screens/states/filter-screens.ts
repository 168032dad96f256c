import { answer, click, type Screen, screen, seeRole } from '../screen.ts';

const lender = (id: number, name: string, ...portfolios: string[]) => ({
  ...{ id, name, portfolios, rules: [], updated_at: '2026-03-05T05:00:00.000Z' },
});
const lenders = {
  results: [
    lender(1, 'Kaveri Housing Finance Limited', 'Kaveri Homes', 'Kaveri Plots'),
    lender(2, 'Sahyadri Bank', 'Sahyadri Home Loans'),
  ],
  other_portfolios: ['Godavari Gold Loans'],
};

const filters = (name: string, path: string) =>
  screen(name, path, [answer('lenders/', lenders), click('Filters'), seeRole('spinbutton')]);

export const filterScreens: Screen[] = [
  filters('applicants-filters', '/applicants?status=assigned&pin=4&from=2026-01-01'),
  filters('verification-filters', '/verification?decision=pending'),
];
