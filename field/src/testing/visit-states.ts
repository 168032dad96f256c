import { visitForm } from '@doorstep/contract/reports/visit-form';
import type { PhotoSubject } from '@doorstep/contract/visits/manifest';
import type { AgentTask } from '@doorstep/contract/visits/phone';
import { forgetVisitShown } from '../lib/visit/at-door.ts';
import type { Draft } from '../lib/visit/draft.ts';
import { advise } from '../lib/visit/photo-advice.ts';
import { saveSignature } from '../lib/visit/signature.ts';
import { anil, fixOf, prepareVisit } from './day.ts';
import type { ScreenState } from './screen-state.ts';
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

const allPhotos = ['door', 'nameplate', 'person', 'agent', 'street'] as const;

interface Given extends Omit<ScreenState, 'name' | 'prepare'> {
  draft?: Partial<Draft>;
  photos?: readonly PhotoSubject[];
  task?: AgentTask;
  given?: (visitId: string) => unknown;
}

/** Describes a step of a visit. The agent has met someone, unless `draft` says otherwise. */
const visit = (
  name: string,
  step: string,
  { draft = met, photos, task, given = () => {}, ...shown }: Given = {},
): ScreenState => ({
  ...{ name, ...shown },
  prepare: async () => {
    const { visitId, address } = await prepareVisit(step, draft, { photos, task });
    await given(visitId);
    return address;
  },
});

function adviseOnDocument(visitId: string): void {
  advise(visitId, 'document', new Promise(() => {}), async () => ['blurred'])?.(new Uint8Array());
}

/** Returns all answers except the carpet area, so that one question stays open. */
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

const withFacts = (facts: Draft['facts']) => ({ draft: { ...met, facts } });
const withoutPlace = () => simulatePlace('not found');
const farTask = {
  ...anil(),
  usual_area: { latitude: 18.7, longitude: 73.81, radius_m: 1_500 },
};
const taken = ['door', 'person', 'street'] as const;
const withoutPlate: Partial<Draft> = {
  ...met,
  skipped: [{ shows: 'nameplate', reason: 'not_visible' }],
};
const together = { yrsLivedAtCurrentAddress: 'Since birth', residentialStatus: 'Permanent' };
const saveDrawing = async (visitId: string) =>
  saveSignature(visitId, await drawSignature(), 'I agree.');

export const visitStates: readonly ScreenState[] = [
  visit('where-good', 'where'),
  visit('where-fair', 'where', { draft: { fixes: [fixOf(64)] }, given: withoutPlace }),
  visit('where-poor', 'where', { draft: { fixes: [fixOf(240)] }, given: withoutPlace }),
  visit('where-far', 'where', { draft: { fixes: [fixOf(12)] }, task: farTask }),
  visit('where-searching', 'where', { draft: {}, given: () => simulatePlace('awaited') }),
  visit('where-none', 'where', { draft: {}, given: withoutPlace }),
  visit('where-forbidden', 'where', { draft: {}, given: () => simulatePlace('forbidden') }),
  visit('door', 'photos', { given: forgetVisitShown }),
  visit('found', 'found'),
  visit('found-open', 'found', { draft: { fixes: [fixOf(12)] } }),
  visit('found-not-kept', 'found', {
    draft: { fixes: [fixOf(12)] },
    given: () => simulateFullStore('drafts'),
    press: ['found.met'],
    isAlarmed: true,
  }),
  visit('photos-none', 'photos'),
  visit('photos-some', 'photos', { photos: taken }),
  visit('photos-attempt', 'photos', { draft: locked }),
  visit('photos-skipped', 'photos', { draft: withoutPlate, photos: [...taken, 'agent'] }),
  visit('skip', 'skip'),
  visit('skip-why', 'skip/nameplate'),
  visit('camera', 'camera/nameplate', { photos: taken }),
  visit('camera-advice', 'camera/other', {
    ...{ photos: ['door', 'nameplate', 'document'], given: adviseOnDocument },
  }),
  visit('photos-advice', 'photos', { photos: ['door', 'document'], given: adviseOnDocument }),
  visit('camera-all-taken', 'camera/other', { photos: allPhotos }),
  visit('camera-forbidden', 'camera/door', { given: forbidCamera }),
  visit('photo', 'photo/:sha256', { photos: ['door'] }),
  visit('photo-not-deleted', 'photo/:sha256', {
    photos: ['door'],
    given: () => simulateFullStore('drafts'),
    press: ['photo.delete', 'photo.sure'],
    isAlarmed: true,
  }),
  visit('photo-document', 'photo/:sha256', { photos: ['document'] }),
  visit('crop', 'crop/:sha256', { photos: ['document'] }),
  visit('again', 'again', { draft: locked, photos: ['door'] }),
  visit('again-day', 'again', { draft: locked, photos: ['door'], press: ['tryAgain.day'] }),
  visit('question-choice', 'questions/3'),
  visit('question-name', 'questions/8'),
  visit('question-many-choices', 'questions/10'),
  visit('question-number', 'questions/16', withFacts({ totalFamilyMember: '4' })),
  visit('question-number-typed', 'questions/16', withFacts({ totalFamilyMember: '14' })),
  visit('question-together', 'questions/11', withFacts(together)),
  visit('question-together-many', 'questions/13'),
  visit('question-several', 'questions/22', withFacts({ assetsSeenAtResidence: 'TV, Sofa' })),
  visit('question-long', 'questions/26'),
  visit('question-wrong', 'questions/19', withFacts({ companyName: '2345 6789 0124' })),
  visit('sign', 'sign', { draft: metSpouse }),
  visit('sign-declined', 'sign', { draft: { ...metSpouse, ...unsigned('declined') } }),
  visit('sign-signed', 'sign', { draft: metSpouse, given: saveDrawing }),
  visit('neighbours', 'neighbours', withFacts({ yrsLivedAtCurrentAddress: '6 years' })),
  visit('result', 'result', { draft: { ...met, observation: 'positive' } }),
  visit('result-whole', 'result', { draft: answered(), photos: allPhotos }),
  visit('summary', 'summary', { draft: whole(), photos: allPhotos }),
  visit('summary-lacking', 'summary', { photos: ['door'] }),
  visit('summary-not-kept', 'summary', {
    ...{ draft: whole(), photos: allPhotos },
    given: () => simulateFullStore('photos'),
    press: ['summary.finish'],
    isAlarmed: true,
  }),
];
