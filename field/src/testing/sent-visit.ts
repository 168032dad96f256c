import { answer, network, noConnection } from '@doorstep/contract/testing/backend';
import { nothingFound } from '@doorstep/contract/visits/nothing-found';
import { getOwnVisit, type OwnVisit } from '@doorstep/contract/visits/own-visit';
import { getOwnWeek, type OwnWeek } from '@doorstep/contract/visits/own-week';
import { HttpResponse, http } from 'msw';
import { openPhone, queueVisit, summaryOf } from './day.ts';
import { inMinutes, picture } from './phone.ts';
import { type ScreenState, state } from './screen-state.ts';

const link = '/api/v1/media/photo/1/thumbnail?signature=abc';

const ownVisit = (visit_id: string): OwnVisit => ({
  ...{ visit_id, name: 'Deepak Nair', state: 'received', application_id: 'SB-9' },
  ...{ visit_type: 'RESIDENCE', address: '12 Temple Road, Pune', pin_code: '411008' },
  ...{ outcome: 'met', is_final: true, try_again_at: null, overall_observation: 'positive' },
  ...{ arrived_at: inMinutes(-95), left_at: inMinutes(-90), received_at: inMinutes(-60) },
  facts: {
    ...{ person_met: 'HEMA NAIR', relationWithApp: 'Spouse' },
    ...{ localityOfResidence: 'MIDDLE CLASS', assetsSeenAtResidence: 'TV, Fridge' },
  },
  statement: { ...nothingFound, neighbour1_name: 'Sunita Kale', remark: 'Family at home.' },
  photos: [
    { sha256: 'a', shows: 'door', captured_at: inMinutes(-93), url: link, thumbnail_url: link },
  ],
  photos_expected: 1,
  photos_skipped: [{ shows: 'street', reason: 'not_visible' }],
});

/**
 * Adds a received visit to the queue and simulates the office. Returns the list of the requests, each as
 * token and cache mode.
 */
export async function sentVisit() {
  await openPhone();
  await queueVisit('', {
    ...{ visitId: 'sent', state: 'received', receivedAt: inMinutes(-60) },
    summary: await summaryOf('Deepak Nair', { address: '12 Temple Road', outcome: 'met' }),
  });
  const calls: string[] = [];
  const note = ({ headers, cache }: Request) =>
    calls.push(`${headers.get('Authorization')} ${cache}`);
  answer(getOwnVisit, ({ params, request }) => {
    note(request);
    return ownVisit(String(params.id));
  });
  const photo = await picture(88, 88);
  network.use(
    http.get('*/api/v1/media/photo/1/thumbnail', ({ request }) => {
      note(request);
      return new HttpResponse(photo);
    }),
  );
  return calls;
}

/** Simulates an office with visits in four states. Returns the list of the requests' cache modes. */
export async function aWeek() {
  await openPhone();
  const visitOf = (name: string, fields: Partial<OwnWeek['visits'][number]>) => ({
    ...{ visit_id: crypto.randomUUID(), state: 'received' as const, name, is_final: true },
    ...{ visit_type: 'RESIDENCE', outcome: 'met' as const, at: inMinutes(-60) },
    ...{ photos: 6, photos_expected: 6, sent_back: null },
    ...fields,
  });
  const why = { at: inMinutes(-30), reasons: ['photo_unclear'], note: '' };
  const week: OwnWeek = {
    from_day: '2026-03-01',
    has_more: true,
    visits: [
      visitOf('Anil Sharma', { state: 'waiting_photos', photos: 2 }),
      visitOf('Sunita Patil', { state: 'sent_back', sent_back: why, at: inMinutes(-90) }),
      visitOf('Kavita Rao', { state: 'held', outcome: 'locked', at: inMinutes(-1_500) }),
      visitOf('Deepak Nair', { state: 'decided', outcome: 'shifted', at: inMinutes(-1_600) }),
    ],
  };
  const modes: string[] = [];
  answer(getOwnWeek, ({ request }) => {
    modes.push(request.cache);
    return week;
  });
  return modes;
}

export const sentVisitStates: readonly ScreenState[] = [
  state('sent-visit', '/queue/sent', { given: [sentVisit] }),
  state('sent-visit-offline', '/queue/sent', {
    ...{ given: [sentVisit, () => answer(getOwnVisit, noConnection())] },
  }),
  state('week', '/week', { given: [aWeek] }),
  state('week-offline', '/week', { given: [() => answer(getOwnWeek, noConnection())] }),
];
