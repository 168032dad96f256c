import { expect, test } from 'vitest';
import { blankVisit, type Draft } from '../../../lib/visit/draft.ts';
import { anil, fixOf } from '../../../testing/day.ts';
import type { Translation } from '../../../words/use-words.ts';
import { planOf, type Step } from '../steps.ts';
import type { VisitView } from '../visit-context.ts';
import { rowsOf } from './summary-rows.tsx';

/** Says the key of each text, and its values. */
const say = Object.assign((key: string, values = {}) => [key, ...Object.values(values)].join(' '), {
  language: 'en',
  count: (key: string, count: number, values = {}) =>
    [key, count, ...Object.values(values)].join(' '),
  question: (key: string) => key,
  answer: (text: string) => text,
}) as unknown as Translation;

const met = { outcome: 'met', isFinal: true } as const;
const statement = (fields: object) => ({ statement: { ...blankVisit.statement, ...fields } });
const photo = (shows: string) => ({ shows, sha256: shows }) as Draft['photos'][number];
const signed = (answer: string) => ({ signature: { answer, file: null } as Draft['signature'] });

test.each<[Step, Partial<Draft>, string, string, string?]>([
  ['where', {}, 'partly', 'where.none'],
  ['where', { fixes: [fixOf(12)] }, 'done', 'summary.place where.metres 12'],
  ['where', { fixes: [fixOf(1_440)] }, 'done', 'summary.place where.kilometres 1.4'],
  ['found', { outcome: null }, 'lacking', 'found'],
  ['found', met, 'done', 'found.met'],
  ['photos', { ...met, outcome: 'unsafe' }, 'done', 'summary.noPhotos'],
  ['photos', { photos: [photo('door')] }, 'lacking', 'summary.photosMore 2'],
  [
    ...(['photos', { photos: ['door', 'person', 'agent'].map(photo) }, 'partly'] as const),
    ...(['summary.photos 3', 'summary.photosMissing shows.nameplate, shows.street'] as const),
  ],
  ['questions', met, 'partly', 'summary.answered 0 26'],
  ['questions', { facts: { totalFamilyMember: 'two' } }, 'lacking', 'summary.wrong'],
  ['sign', met, 'lacking', 'sign.ask'],
  ['sign', signed('not_asked'), 'partly', 'sign.not_asked'],
  ['sign', signed('declined'), 'done', 'sign.declined'],
  ['neighbours', met, 'partly', 'summary.noNeighbours'],
  ['neighbours', statement({ neighbour2_name: 'Sita' }), 'done', 'summary.neighbours 1'],
  ['neighbours', statement({ neighbour1_name: '2341 2341 2346' }), 'lacking', 'summary.wrong'],
  ['result', met, 'lacking', 'summary.noOpinion', 'summary.noRemark'],
  ['result', { observation: 'negative' }, 'done', 'result.negative', 'summary.noRemark'],
  [
    ...([
      'result',
      { observation: 'positive', ...statement({ remark: '2341 2341 2346' }) },
    ] as const),
    ...(['lacking', 'summary.wrong result.remark'] as const),
  ],
])('summarises %s with %o as %s: %s', (step, fields, state, title, hint = '') => {
  const begunAt = new Date().toISOString();
  const begun = { visitId: 'a', task: anil(), begunAt, arrivedAt: begunAt };
  const draft: Draft = { ...begun, ...blankVisit, ...met, ...fields };
  const rows = rowsOf({ draft, plan: planOf(draft) } as VisitView, say);
  const row = rows.find((one) => one.step === step);
  expect([row?.state, row?.title.slice(0, title.length)]).toEqual([state, title]);
  expect(row?.hints.join()).toContain(hint);
});
