import { languages } from '@doorstep/contract/languages';
import { visitForm } from '@doorstep/contract/reports/visit-form';
import { isResidenceVisit } from '@doorstep/contract/visits/visit-type';
import { expect, test } from 'vitest';
import cases from './practice.json';
import type { FiledCase } from './practice-cases.ts';

const filed = cases as unknown as FiledCase[];

// Covers: field-practice-1
test.each(filed)(
  '$task.name expects answers that its visit offers, and is told in all languages',
  (one) => {
    const template = isResidenceVisit(one.task.visit_type) ? 'residence' : 'office';
    const questions = visitForm(template, one.outcome, true).steps.flatMap(
      (step) => step.questions,
    );
    for (const [name, answer] of Object.entries(one.facts)) {
      const { options = [], suggestions = [] } =
        questions.find((asked) => asked.name === name) ?? {};
      expect([name, ...options, ...suggestions]).toContain(answer);
    }
    for (const language of languages) {
      for (const text of one.texts[language]) {
        expect([one.task.name, language, text.length > 40]).toEqual([
          one.task.name,
          language,
          true,
        ]);
      }
    }
  },
);
