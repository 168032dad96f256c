import { visitForm } from '@doorstep/contract/reports/visit-form';
import { forgetVisitShown } from '../lib/visit/at-door.ts';
import type { Draft } from '../lib/visit/draft.ts';
import { anil, beginVisit, fixOf, openPhone, savePhoto } from './day.ts';
import type { ScreenState } from './screen-states.ts';
import { cameraIsForbidden, placeIs, storeIsFull } from './troubles.ts';

const met: Partial<Draft> = { outcome: 'met', isFinal: true, fixes: [fixOf(12)] };
const locked: Partial<Draft> = { outcome: 'locked', fixes: [fixOf(12)] };

type Photos = Parameters<typeof savePhoto>[1][];
const allPhotos: Photos = ['door', 'nameplate', 'person', 'agent', 'street'];

const visitAt =
  (step: string, fields: Partial<Draft> = met, photos: Photos = [], trouble = () => {}) =>
  async () => {
    const task = anil();
    await openPhone([task]);
    const visitId = await beginVisit(task, fields);
    for (const shows of photos) await savePhoto(visitId, shows);
    trouble();
    return `/visit/${visitId}/${step}`;
  };

/** Every question of a residence where somebody was met, answered. */
const allAnswered = () =>
  Object.fromEntries(
    visitForm('residence', 'met', true)
      .steps.flatMap(({ questions }) => questions)
      .filter(({ goesTo, name }) => goesTo === 'facts' && name !== 'carpetAreaSqFt')
      .map(({ name, kind, options, suggestions }) => [
        name,
        kind === 'count' ? '4' : (options?.[0] ?? suggestions?.[0] ?? 'Lake Road'),
      ]),
  );
const talked = {
  neighbour1_name: 'Neighbour',
  neighbour1_address: 'Flat 82',
  neighbour1_feedback: 'Knows the family for six years.',
  neighbour2_name: '',
  neighbour2_address: '',
  neighbour2_feedback: '',
  remark: 'Lives here 6 years, owns the flat.',
  verification_address: '',
};
const whole = (): Partial<Draft> => ({
  ...met,
  facts: allAnswered(),
  statement: talked,
  observation: 'positive',
});

/** The steps of a visit. */
export const visitStates: readonly ScreenState[] = [
  { name: 'where-good', prepare: visitAt('where') },
  {
    name: 'where-fair',
    prepare: visitAt('where', { fixes: [fixOf(64)] }, [], () => placeIs('not found')),
  },
  {
    name: 'where-poor',
    prepare: visitAt('where', { fixes: [fixOf(240)] }, [], () => placeIs('not found')),
  },
  { name: 'where-searching', prepare: visitAt('where', {}, [], () => placeIs('awaited')) },
  { name: 'where-none', prepare: visitAt('where', {}, [], () => placeIs('not found')) },
  { name: 'where-forbidden', prepare: visitAt('where', {}, [], () => placeIs('forbidden')) },
  { name: 'door', prepare: visitAt('photos', met, [], forgetVisitShown) },
  { name: 'found', prepare: visitAt('found') },
  { name: 'found-open', prepare: visitAt('found', { fixes: [fixOf(12)] }) },
  {
    name: 'found-not-kept',
    prepare: visitAt('found', { fixes: [fixOf(12)] }, [], () => storeIsFull('drafts')),
    press: ['found.met'],
    isAlarmed: true,
  },
  { name: 'photos-none', prepare: visitAt('photos') },
  { name: 'photos-some', prepare: visitAt('photos', met, ['door', 'person', 'street']) },
  { name: 'photos-attempt', prepare: visitAt('photos', locked) },
  {
    name: 'photos-skipped',
    prepare: visitAt(
      'photos',
      { ...met, skipped: [{ shows: 'nameplate', reason: 'not_visible' }] },
      ['door', 'person', 'street', 'agent'],
    ),
  },
  { name: 'skip', prepare: visitAt('skip') },
  { name: 'skip-why', prepare: visitAt('skip/nameplate') },
  { name: 'camera', prepare: visitAt('camera/nameplate', met, ['door', 'person', 'street']) },
  { name: 'camera-all-taken', prepare: visitAt('camera/other', met, allPhotos) },
  { name: 'camera-forbidden', prepare: visitAt('camera/door', met, [], cameraIsForbidden) },
  {
    name: 'photo',
    prepare: async () => {
      const address = await visitAt('photo')();
      const { sha256 } = await savePhoto(address.split('/')[2] ?? '', 'door');
      return `${address}/${sha256}`;
    },
  },
  {
    name: 'photo-not-deleted',
    prepare: async () => {
      const address = await visitAt('photo')();
      const { sha256 } = await savePhoto(address.split('/')[2] ?? '', 'door');
      storeIsFull('drafts');
      return `${address}/${sha256}`;
    },
    press: ['photo.delete', 'photo.sure'],
    isAlarmed: true,
  },
  { name: 'again', prepare: visitAt('again', locked, ['door']) },
  {
    name: 'again-day',
    prepare: visitAt('again', locked, ['door']),
    press: ['tryAgain.day'],
  },
  { name: 'question-choice', prepare: visitAt('questions/3') },
  { name: 'question-name', prepare: visitAt('questions/8') },
  { name: 'question-many-choices', prepare: visitAt('questions/10') },
  {
    name: 'question-number',
    prepare: visitAt('questions/16', { ...met, facts: { totalFamilyMember: '4' } }),
  },
  { name: 'question-several', prepare: visitAt('questions/23') },
  { name: 'question-long', prepare: visitAt('questions/26') },
  {
    name: 'question-wrong',
    prepare: visitAt('questions/19', { ...met, facts: { companyName: '2345 6789 0124' } }),
  },
  { name: 'neighbours', prepare: visitAt('neighbours') },
  { name: 'result', prepare: visitAt('result', { ...met, observation: 'positive' }) },
  { name: 'summary', prepare: visitAt('summary', whole(), allPhotos) },
  { name: 'summary-lacking', prepare: visitAt('summary', met, ['door']) },
  {
    name: 'summary-not-kept',
    prepare: visitAt('summary', whole(), allPhotos, () => storeIsFull('photos')),
    press: ['summary.finish'],
    isAlarmed: true,
  },
];
