import { visitForm } from '@doorstep/contract/reports/visit-form';
import { forgetVisitShown } from '../lib/visit/at-door.ts';
import type { Draft } from '../lib/visit/draft.ts';
import { advise } from '../lib/visit/photo-advice.ts';
import { saveSignature } from '../lib/visit/signature.ts';
import { anil, beginVisit, fixOf, openPhone, savePhoto } from './day.ts';
import type { ScreenState } from './screen-states.ts';
import { forbidCamera, simulateFullStore, simulatePlace } from './troubles.ts';

const met: Partial<Draft> = { outcome: 'met', isFinal: true, fixes: [fixOf(12)] };
const metSpouse: Partial<Draft> = {
  ...met,
  facts: { person_met: 'Sunita Verma', relationWithApp: 'Spouse' },
};
const locked: Partial<Draft> = { outcome: 'locked', fixes: [fixOf(12)] };

async function drawSignature() {
  const [width, height] = [1_000, 500];
  const canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser does not draw.');
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, width, height);
  pen.lineWidth = 7;
  pen.stroke(
    new Path2D('M150 300 C250 60 330 60 280 300 S420 380 480 240 S560 330 620 250 T860 230'),
  );
  const file = await canvas.convertToBlob({ type: 'image/png' });
  return { bytes: new Uint8Array(await file.arrayBuffer()), width, height };
}

type Photos = Parameters<typeof savePhoto>[1][];
const allPhotos: Photos = ['door', 'nameplate', 'person', 'agent', 'street'];

const visitAt =
  (
    step: string,
    fields: Partial<Draft> = met,
    photos: Photos = [],
    trouble: (visitId: string) => void = () => {},
    task = anil(),
  ) =>
  async () => {
    await openPhone([task]);
    const visitId = await beginVisit(task, fields);
    for (const shows of photos) await savePhoto(visitId, shows);
    trouble(visitId);
    return `/visit/${visitId}/${step}`;
  };

function adviseOnDocument(visitId: string): void {
  advise(visitId, 'document', new Promise(() => {}), async () => ['blurred'])?.(new Uint8Array());
}

/** Leaves out the carpet area, so that one question stays open. */
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
export const unsigned = (answer: 'declined' | 'not_asked'): Pick<Draft, 'signature'> => ({
  signature: { answer, at: '2026-11-22T10:00:00+05:30', words: 'I agree.', file: null },
});
const whole = (): Partial<Draft> => ({
  ...met,
  ...unsigned('declined'),
  facts: allAnswered(),
  statement: talked,
  observation: 'positive',
});
export const answered = (): Partial<Draft> => ({
  ...whole(),
  facts: { ...allAnswered(), carpetAreaSqFt: '650' },
});

export const visitStates: readonly ScreenState[] = [
  { name: 'where-good', prepare: visitAt('where') },
  {
    name: 'where-fair',
    prepare: visitAt('where', { fixes: [fixOf(64)] }, [], () => simulatePlace('not found')),
  },
  {
    name: 'where-poor',
    prepare: visitAt('where', { fixes: [fixOf(240)] }, [], () => simulatePlace('not found')),
  },
  {
    name: 'where-far',
    prepare: visitAt('where', { fixes: [fixOf(12)] }, [], () => {}, {
      ...anil(),
      usual_area: { latitude: 18.7, longitude: 73.81, radius_m: 1_500 },
    }),
  },
  { name: 'where-searching', prepare: visitAt('where', {}, [], () => simulatePlace('awaited')) },
  { name: 'where-none', prepare: visitAt('where', {}, [], () => simulatePlace('not found')) },
  { name: 'where-forbidden', prepare: visitAt('where', {}, [], () => simulatePlace('forbidden')) },
  { name: 'door', prepare: visitAt('photos', met, [], forgetVisitShown) },
  { name: 'found', prepare: visitAt('found') },
  { name: 'found-open', prepare: visitAt('found', { fixes: [fixOf(12)] }) },
  {
    name: 'found-not-kept',
    prepare: visitAt('found', { fixes: [fixOf(12)] }, [], () => simulateFullStore('drafts')),
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
  {
    name: 'camera-advice',
    prepare: visitAt('camera/other', met, ['door', 'nameplate', 'document'], adviseOnDocument),
  },
  {
    name: 'photos-advice',
    prepare: visitAt('photos', met, ['door', 'document'], adviseOnDocument),
  },
  { name: 'camera-all-taken', prepare: visitAt('camera/other', met, allPhotos) },
  { name: 'camera-forbidden', prepare: visitAt('camera/door', met, [], forbidCamera) },
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
      simulateFullStore('drafts');
      return `${address}/${sha256}`;
    },
    press: ['photo.delete', 'photo.sure'],
    isAlarmed: true,
  },
  {
    name: 'photo-document',
    prepare: async () => {
      const address = await visitAt('photo')();
      const { sha256 } = await savePhoto(address.split('/')[2] ?? '', 'document');
      return `${address}/${sha256}`;
    },
  },
  {
    name: 'crop',
    prepare: async () => {
      const address = await visitAt('crop')();
      const { sha256 } = await savePhoto(address.split('/')[2] ?? '', 'document');
      return `${address}/${sha256}`;
    },
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
  {
    name: 'question-number-typed',
    prepare: visitAt('questions/16', { ...met, facts: { totalFamilyMember: '14' } }),
  },
  {
    name: 'question-together',
    prepare: visitAt('questions/11', {
      ...met,
      facts: { yrsLivedAtCurrentAddress: 'Since birth', residentialStatus: 'Permanent' },
    }),
  },
  { name: 'question-together-many', prepare: visitAt('questions/13') },
  {
    name: 'question-several',
    prepare: visitAt('questions/22', { ...met, facts: { assetsSeenAtResidence: 'TV, Sofa' } }),
  },
  { name: 'question-long', prepare: visitAt('questions/26') },
  {
    name: 'question-wrong',
    prepare: visitAt('questions/19', { ...met, facts: { companyName: '2345 6789 0124' } }),
  },
  { name: 'sign', prepare: visitAt('sign', metSpouse) },
  { name: 'sign-declined', prepare: visitAt('sign', { ...metSpouse, ...unsigned('declined') }) },
  {
    name: 'sign-signed',
    prepare: async () => {
      const address = await visitAt('sign', metSpouse)();
      await saveSignature(address.split('/')[2] ?? '', await drawSignature(), 'I agree.');
      return address;
    },
  },
  {
    name: 'neighbours',
    prepare: visitAt('neighbours', { ...met, facts: { yrsLivedAtCurrentAddress: '6 years' } }),
  },
  { name: 'result', prepare: visitAt('result', { ...met, observation: 'positive' }) },
  { name: 'result-whole', prepare: visitAt('result', answered(), allPhotos) },
  { name: 'summary', prepare: visitAt('summary', whole(), allPhotos) },
  { name: 'summary-lacking', prepare: visitAt('summary', met, ['door']) },
  {
    name: 'summary-not-kept',
    prepare: visitAt('summary', whole(), allPhotos, () => simulateFullStore('photos')),
    press: ['summary.finish'],
    isAlarmed: true,
  },
];
