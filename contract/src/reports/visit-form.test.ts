import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formOf } from '../reports.ts';
import { containsAadhaar } from '../text/aadhaar.ts';
import { SubmissionFields } from '../verifications/submission.ts';
import { type VisitOutcome, visitOutcomes } from '../visits/outcomes.ts';
import { photosMissing } from '../visits/photos-wanted.ts';
import { maxLengthOf, textFields } from './definition.ts';
import { factFields } from './visit-fields.ts';
import { checkFacts, type Question, visitForm } from './visit-form.ts';

const templates = ['residence', 'office'] as const;
const every = templates.flatMap((template) =>
  visitOutcomes.map((outcome) => [template, outcome] as const),
);
type Template = (typeof templates)[number];
const stepsOf = (template: Template, outcome: VisitOutcome) =>
  visitForm(template, outcome, true).steps;
const questionsOf = (template: Template, outcome: VisitOutcome) =>
  stepsOf(template, outcome).flatMap(({ questions }) => questions);
/**
 * Leaves out the remark, which every final visit has. Also leaves out the second neighbour, whose questions
 * have the same keys as those of the first.
 */
const own = (template: Template, outcome: VisitOutcome) =>
  stepsOf(template, outcome)
    .filter(({ name }) => name !== 'result' && name !== 'second_neighbour')
    .flatMap(({ questions }) => questions);

// Covers: visit-form-1
test.each(templates)('each field of the %s form has someone who fills it', (template) => {
  const asked = new Set(
    visitOutcomes.flatMap((outcome) => questionsOf(template, outcome).map(({ field }) => field)),
  );
  for (const field of textFields(formOf(template, 'Acme'))) {
    expect(['agent', 'office', 'both']).toContain(field.by);
    if (field.by === 'agent') expect([...asked]).toContain(field.name);
    if (field.by === 'office') expect([...asked]).not.toContain(field.name);
  }
});

// Covers: visit-form-1
test.each([
  ['residence', 'agencyDecision recommended notRecommended rtcu supervisorsRemarks cardNo loanNo'],
  ['residence', 'agencyManagerSignature dedupeMatchFound endUseOfFunds bankDetails'],
  ['office', 'recommended_check not_recommended_check rtcu_check supervisor_remarks dedup_match'],
  ['office', 'manager_signature agency_seal account_details bank_name professional_code'],
] as const)(
  'no agent is asked for what the office decides and knows: %s, %s',
  (template, names) => {
    const fields = textFields(formOf(template, 'Acme'));
    for (const name of names.split(' ')) {
      expect(fields.find((field) => field.name === name)?.by).toBe('office');
    }
  },
);

// Covers: visit-form-2
test.each(every)(
  'each question of %s, %s is a field of the report or of the visit',
  (template, outcome) => {
    const fields = factFields(formOf(template, 'Acme'));
    for (const { field, name, goesTo, ...question } of questionsOf(template, outcome)) {
      const definition = fields.find((one) => one.name === field);
      expect(definition?.label).toBe(question.label);
      expect(definition && maxLengthOf(definition)).toBe(question.maxLength);
      const options = definition?.kind === 'select' ? definition.options : undefined;
      expect(question.options).toEqual(options);
      expect(question.kind === 'select').toBe(options !== undefined);
      if (goesTo === 'facts') expect(name).toBe(field);
      else expect(Object.keys(SubmissionFields.shape)).toContain(name);
    }
  },
);

// Covers: visit-form-2
test.each(every)(
  '%s, %s asks nothing twice, and each question in few words',
  (template, outcome) => {
    const questions = questionsOf(template, outcome);
    const names = questions.map(({ name }) => name);
    const keys = own(template, outcome).map(({ key }) => key);
    expect(new Set(names).size).toBe(names.length);
    expect(new Set(keys).size).toBe(keys.length);
    for (const { text, label, suggestions = [] } of questions) {
      expect(text.length).toBeGreaterThan(4);
      expect(text.length).toBeLessThanOrEqual(60);
      expect(label).not.toBe('');
      expect(new Set(suggestions).size).toBe(suggestions.length);
    }
  },
);

// Covers: visit-form-2
test.each([
  ['residence', { met: 30, locked: 6, shifted: 6, no_such_person: 5, untraceable: 5, unsafe: 2 }],
  ['office', { met: 30, locked: 6, shifted: 6, no_such_person: 6, untraceable: 5, unsafe: 2 }],
] as const)('a %s visit asks only what makes sense: %j', (template, counts) => {
  for (const [outcome, count] of Object.entries(counts)) {
    expect([outcome, own(template, outcome as VisitOutcome).length]).toEqual([outcome, count]);
  }
});

// Covers: visit-form-2
test('questions are in the order in which agents meet them', () => {
  expect(stepsOf('residence', 'met').map(({ name }) => name)).toEqual([
    ...['outside', 'person', 'household', 'inside', 'papers'],
    ...['neighbours', 'second_neighbour', 'result'],
  ]);
  expect(stepsOf('office', 'refused').map(({ name }) => name)).toEqual([
    ...['outside', 'person', 'inside', 'papers', 'circumstances'],
    ...['neighbours', 'second_neighbour', 'result'],
  ]);
});

// Covers: visit-form-3
test('an outcome has its own wording of a question, under its own key', () => {
  const about = (outcome: VisitOutcome) =>
    questionsOf('residence', outcome).find(({ field }) => field === 'remarks');
  expect(about('shifted')).toMatchObject({
    key: 'residence.remarks.shifted',
    text: 'When did the applicant leave, and where to?',
  });
  expect(about('untraceable')?.suggestions).toContain('Switched off');
  expect(about('shifted')?.suggestions).toBeUndefined();
  expect(about('met')).toBeUndefined();
});

// Covers: visit-form-4
test.each(every)(
  'an attempt at %s, %s asks only for photos and when to try again',
  (template, outcome) => {
    const wanted = outcome === 'unsafe' ? [] : ['door'];
    expect(visitForm(template, outcome, false)).toEqual({
      ...{ steps: [], photos: { wanted, least: outcome === 'locked' ? 1 : 0, most: 12 } },
      ...{ asksObservation: false, usualObservation: null },
      ...{ asksTryAgain: true, asksSignature: false },
    });
    expect(visitForm(template, outcome, true)).toMatchObject({
      ...{ asksObservation: true, usualObservation: outcome === 'met' ? null : 'negative' },
      ...{ asksTryAgain: false, asksSignature: outcome === 'met' || outcome === 'refused' },
    });
  },
);

// Covers: visit-form-5
test('photos are taken or skipped with a reason; a person met requires at least three', () => {
  const met = visitForm('residence', 'met', true).photos;
  expect(met).toMatchObject({ least: 3, most: 12 });
  const all = ['door', 'nameplate', 'person', 'agent', 'street'] as const;
  const skipped = ['nameplate', 'person'] as const;
  const missing = (taken: readonly string[], left: readonly string[]) =>
    photosMissing(met, taken, left);
  expect(missing([], [])).toEqual({ subjects: all, more: 3 });
  expect(missing(['door', 'agent'], skipped)).toEqual({ subjects: ['street'], more: 1 });
  expect(missing(['door', 'agent', 'street'], skipped)).toEqual({ subjects: [], more: 0 });
  expect(missing([], [...met.wanted])).toEqual({ subjects: [], more: 0 });
});

// Covers: visit-form-5
test('a locked door is photographed, or skipped with a reason: another photo does not replace it', () => {
  const { photos } = visitForm('residence', 'locked', false);
  expect(photosMissing(photos, [], [])).toEqual({ subjects: ['door'], more: 1 });
  expect(photosMissing(photos, ['other'], [])).toEqual({ subjects: ['door'], more: 1 });
  expect(photosMissing(photos, ['door'], [])).toEqual({ subjects: [], more: 0 });
  expect(photosMissing(photos, [], ['door'])).toEqual({ subjects: [], more: 0 });
});

const answersTo = (questions: readonly Question[]) =>
  fc.dictionary(
    fc.constantFrom(...questions.map(({ name }) => name), 'agencyDecision', '__proto__', 'other'),
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 250 }),
      fc.constantFrom('Yes', 'MALE', 'OWNED', '3', ' Mother ', '2345 6789 0124', 'x'.repeat(4_001)),
    ),
  );

// Covers: visit-form-6
test.each(every)(
  'accepted answers to %s, %s are only those that were asked for, fit and are clean',
  (template, outcome) => {
    const questions = questionsOf(template, outcome);
    fc.assert(
      fc.property(answersTo(questions), (answers) => {
        const { facts, statement, problems } = checkFacts(template, outcome, answers);
        const passed = { ...facts, ...statement };
        for (const [name, text] of Object.entries(passed)) {
          const question = questions.find((one) => one.name === name);
          expect(question?.goesTo).toBe(name in facts ? 'facts' : 'statement');
          expect(text.length).toBeLessThanOrEqual(question?.maxLength ?? 0);
          if (question?.options) expect(question.options).toContain(text);
          expect(containsAadhaar(text)).toBe(false);
          expect(text).toBe(text.trim());
          expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Cs}/u);
          expect(problems[name]).toBeUndefined();
        }
        expect(checkFacts(template, outcome, passed)).toEqual({ facts, statement, problems: {} });
        const fields = { application_id: '1', overall_observation: 'positive', ...statement };
        expect(SubmissionFields.safeParse(fields).success).toBe(true);
        for (const { name } of questions) {
          if (Object.hasOwn(answers, name) && /[^\p{Cc}\p{Z}]/u.test(answers[name] ?? '')) {
            expect({ ...passed, ...problems }).toHaveProperty([name]);
          }
        }
      }),
      { numRuns: 25 },
    );
  },
);

// Covers: visit-form-6
test.each([
  ['ownershipStatus', 'Owned', 'Choose one of the answers.'],
  ['totalFamilyMember', 'five', 'Type a number, such as 4.'],
  ['previousAddress', 'x'.repeat(1_001), 'At most 1,000 characters; this has 1,001.'],
  ['companyName', '2345 6789 0124', 'Company Name must not contain an Aadhaar number'],
  ['totalDependents', '2', undefined],
  ['ownershipStatus', 'OWNED', undefined],
] as const)('%s answered by %j: %s', (name, answer, problem) => {
  const { facts, problems } = checkFacts('residence', 'met', { [name]: answer });
  expect(problems[name]).toBe(problem);
  expect(facts[name]).toBe(problem === undefined ? answer : undefined);
});

// Covers: visit-form-7
test.each(templates)(
  'a %s visit asks for the name of the person met, and checks it as a name',
  (template) => {
    const asked = visitOutcomes.filter((outcome) =>
      questionsOf(template, outcome).some(({ name }) => name === 'person_met'),
    );
    expect(asked).toEqual(['met', 'refused']);
    const check = (person_met: string) => checkFacts(template, 'met', { person_met });
    expect(check(' Hema Raghavan ').facts).toEqual({ person_met: 'Hema Raghavan' });
    expect(check('Hema\u200b').problems.person_met).toContain('Person Met');
    expect(check('2345 6789 0124').problems.person_met).toContain('Aadhaar');
    expect(checkFacts(template, 'locked', { person_met: 'Hema' }).facts).toEqual({});
  },
);

// Covers: visit-form-7
test('both other addresses of a residence can be marked as the same', () => {
  const same = questionsOf('residence', 'met').filter(({ suggestions = [] }) =>
    suggestions.includes('Same as residence address'),
  );
  expect(same.map(({ name }) => name)).toEqual(['permanentParentAddress', 'previousAddress']);
});
