import { change, click, dialogBy, type Screen, screen } from '../screen.ts';

/** The additional fields of an applicant with a due time. */
const withClock = {
  clock: {
    ...{ lender: 'Kaveri Housing Finance', due_at: '2026-03-06T08:30:00.000Z', minutes_left: 125 },
    ...{ state: 'running', warning: 'unvisited', is_urgent: true },
  },
  clock_details: {
    ...{ lender: 'Kaveri Housing Finance', received_at: '2026-03-05T05:00:00.000Z' },
    ...{ is_received_by_hand: false, stopped_at: null, withdrawn_at: null },
    rule: {
      ...{ minutes: 600, starts: 'opening', product_type: null, visit_type: 'RESIDENCE' },
      ...{ pin_prefix: '411', calendar: 'Pune', valid_from: '2026-01-01' },
    },
    pauses: [
      {
        ...{ because: 'lender_query', by: 'Meera Iyer' },
        ...{ from: '2026-03-05T06:00:00.000Z', to: '2026-03-05T07:30:00.000Z' },
      },
    ],
  },
};

const record = (name: string, button: string) =>
  screen(name, '/applicants', [
    change(/applicants\/\d+\/$/, (applicant: object) => ({ ...applicant, ...withClock })),
    dialogBy(/^View/),
    click(button),
  ]);

export const clockScreens: Screen[] = [
  record('clock-pause', 'Pause'),
  record('clock-receipt', 'Change time of receipt'),
];
