import {
  answer,
  change,
  changeVerification,
  desk,
  dialogBy,
  press,
  type Screen,
  type Step,
  screen,
  seeRole,
} from '../screen.ts';

const at = '2026-03-05T09:10:00.000Z';
const look = (by_id: number, by: string, decision: string, notes: string) => ({
  ...{ by_id, by, at, decision, notes },
});
const first = look(2, 'Priya Nair', 'positive', 'Met the wife; she showed the rent receipt.');
const second = look(3, 'Lakshminarayanan Venkatasubramanian', 'negative', 'Another name plate.');
const settled = look(4, 'Anil Deshpande', 'positive', '');
const none = { first: null, second: null, settled: null };

const withLook = (more: object) => [
  changeVerification(() => more),
  answer('review/queue/', {
    ...{ waiting: 37, mine: 2, incomplete: 3, second_looks: 4, differences: 1 },
  }),
];

const onDesk = (name: string, more: object, ...open: Step[]) =>
  screen(name, '/review', [...withLook(more), desk, ...open]);

/** These screens decide nothing, because other screens count the demo's second looks. */
export const secondLookScreens: Screen[] = [
  onDesk('review-second-look', { looked_at: { ...none, state: 'owed', is_mine: true } }),
  onDesk(
    'review-ask-second-look',
    { can_ask_second_look: true },
    press('l'),
    seeRole('dialog', { name: 'Ask for a second look' }),
    press('p'),
  ),
  onDesk('review-key-second-look', { can_ask_second_look: true }),
  onDesk('review-difference', {
    looked_at: { ...none, state: 'differs', is_mine: true, first, second },
  }),
  onDesk('review-waits-for-second', {
    looked_at: { ...none, state: 'owed', is_mine: false, first },
  }),
  screen('verification-second-look', '/verification', [
    ...withLook({ looked_at: { state: 'settled', is_mine: false, first, second, settled } }),
    change(/verification_tasks\/\?/, (list: { results: object[] }) => ({
      ...list,
      results: list.results.map((row, at) => ({
        ...row,
        second_look: ['owed', 'differs'][at] ?? null,
      })),
    })),
    dialogBy(/^View/),
    (page) => page.getByRole('heading', { name: 'Second Look' }).scrollIntoViewIfNeeded(),
  ]),
];
