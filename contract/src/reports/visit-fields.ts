import { byAgent, officeRelations, residenceRelations } from './asked.ts';
import { type Field, type ReportForm, text, textFields } from './definition.ts';

/** The fact that names the person whom the agent met. The office form has a field of that name, the residence form has none. */
export const personMetField = 'person_met';

const visitFields: Record<ReportForm['template'], readonly Field[]> = {
  residence: [
    text(
      personMetField,
      'Person Met',
      byAgent('person', 'Name of the person you met', {
        when: ['met', 'refused'],
        isMostlyTyped: true,
      }),
    ),
  ],
  office: [],
};

/** The fields that a visit's facts belong to: those of its report form, and before them those that only the visit has. */
export const factFields = (form: ReportForm): Field[] => [
  ...visitFields[form.template],
  ...textFields(form),
];

/** Whether an answer is the name of a person. */
export const isPersonName = (name: string): boolean =>
  name === personMetField || name.endsWith('_name');

const relations: readonly string[] = [...residenceRelations, ...officeRelations];

/** The person met and what they are to the applicant, 'Hema Raghavan, spouse'; '' if no person was named. */
export function personMet(facts: Readonly<Record<string, string | undefined>>): string {
  const name = facts[personMetField]?.trim() ?? '';
  const relation = (facts.relationWithApp ?? facts.relation)?.trim() ?? '';
  if (name === '' || relation === '') return name;
  if (relation === 'Self') return `${name}, the applicant`;
  // The answers to choose from begin with a capital letter; 'HR' is one word.
  const isListed = relations.includes(relation) && relation !== 'HR';
  return `${name}, ${isListed ? relation.toLowerCase() : relation}`;
}
