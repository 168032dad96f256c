import type { Decision } from '@doorstep/contract/verifications';
import type { VisitOutcome } from '@doorstep/contract/visits/outcomes';
import type { Place, View } from './places.ts';

/** What an agent found: the matching remark, photos and neighbours of one visit. */
export interface Story {
  kind: Place['kind'];
  observation: Decision;
  /** The person who was met. */
  met: 'Self' | 'Spouse' | 'Manager' | 'Nobody';
  outcome: VisitOutcome;
  /** An attempt the day before found a locked door. */
  hasAttempt?: true;
  remark: string;
  views: readonly View[];
  feedback: readonly [string, string];
}

const atHome: readonly View[] = [
  'front',
  'gate',
  'nameplate',
  'living-room',
  'electricity-bill',
  'street',
];
const fromOutside: readonly View[] = ['front', 'gate', 'nameplate', 'street'];
const atShop: readonly View[] = ['front', 'side', 'electricity-bill', 'street'];
const atOffice: readonly View[] = ['nameplate', 'inside', 'electricity-bill', 'street'];

export const stories: readonly Story[] = [
  {
    kind: 'home',
    observation: 'positive',
    met: 'Self',
    outcome: 'met',
    remark:
      'Applicant met in person. Address, name plate of the house and electricity bill match. House is well kept; stay confirmed by both neighbours.',
    views: atHome,
    feedback: [
      'Knows the applicant for over five years; family is well spoken of.',
      'Confirms name and stay; no complaints.',
    ],
  },
  {
    kind: 'home',
    observation: 'positive',
    met: 'Spouse',
    outcome: 'met',
    remark:
      'Spouse met at the gate and confirmed all details; applicant was at work. Locality is easy to find, next to the bus stop.',
    views: fromOutside,
    feedback: [
      'Sees the applicant leave for work every morning.',
      'Confirms the applicant lives here with family.',
    ],
  },
  {
    kind: 'home',
    observation: 'positive',
    met: 'Spouse',
    outcome: 'met',
    remark:
      'Spouse met at home and showed the electricity bill for the address. Family of four in a house of their own; standard of living is good.',
    views: atHome,
    feedback: [
      'Confirms the applicant lives here with family.',
      'Knows the family since they built the house.',
    ],
  },
  {
    kind: 'home',
    observation: 'negative',
    met: 'Nobody',
    outcome: 'shifted',
    hasAttempt: true,
    remark:
      'House found locked on two visits. Both neighbours say the applicant has moved away. Calls were not answered.',
    views: fromOutside,
    feedback: [
      'Says the house has been locked for two months.',
      'Says the applicant moved away last year.',
    ],
  },
  {
    kind: 'home',
    observation: 'negative',
    met: 'Nobody',
    outcome: 'no_such_person',
    remark:
      'House found with the help of its name plate, but tenants of another name live here and do not know the applicant.',
    views: ['front', 'gate', 'nameplate', 'street'],
    feedback: [
      'Does not know anyone of that name here.',
      'Says the present tenants came in spring; nobody of that name before.',
    ],
  },
  {
    kind: 'shop',
    observation: 'positive',
    met: 'Self',
    outcome: 'met',
    remark:
      'Shop open and stocked, customers being served by the applicant. Sign board matches; electricity bill for the premises sighted.',
    views: atShop,
    feedback: [
      'Buys here every week; the applicant has run the shop for years.',
      'Confirms that the applicant owns the shop.',
    ],
  },
  {
    kind: 'shop',
    observation: 'negative',
    met: 'Manager',
    outcome: 'shifted',
    remark:
      'Shop open, but the manager says that the applicant sold it in March and has no part in it any more.',
    views: ['front', 'side', 'street'],
    feedback: [
      'Says the shop has had a new owner since March.',
      'Has not seen the applicant here for months.',
    ],
  },
  {
    kind: 'office',
    observation: 'positive',
    met: 'Manager',
    outcome: 'met',
    remark:
      'Office open and active, six employees seen. Name plate displayed; the manager confirmed employment and showed the electricity bill.',
    views: atOffice,
    feedback: [
      'Confirms that the company has worked here for over five years.',
      'Sees the applicant come to the office daily.',
    ],
  },
  {
    kind: 'office',
    observation: 'negative',
    met: 'Manager',
    outcome: 'no_such_person',
    remark:
      'Office found, name plate displayed. The manager does not know the applicant; no employee of that name on the roll.',
    views: ['nameplate', 'inside', 'street'],
    feedback: ['Knows the company, not the applicant.', 'Does not know anyone of that name here.'],
  },
];
