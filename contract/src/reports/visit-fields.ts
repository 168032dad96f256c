import { byAgent, officeRelations, residenceRelations } from './asked.ts';
import { type Field, type ReportForm, text, textFields } from './definition.ts';

/**
 * The fact with the name of the person met. The office form has a field of that name, the residence form has
 * none.
 */
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

/** Returns the fields of a visit's facts: first those that only a visit has, then those of its report form. */
export const factFields = (form: ReportForm): Field[] => [
  ...visitFields[form.template],
  ...textFields(form),
];

/** Returns whether an answer is the name of a person. */
export const isPersonName = (name: string): boolean =>
  name === personMetField || name.endsWith('_name');

const relations: readonly string[] = [...residenceRelations, ...officeRelations];

type Facts = Readonly<Record<string, string | undefined>>;

/**
 * Returns the person met and their relation to the applicant, 'Hema Raghavan, spouse'; '' if no person was
 * named. `earlier` are the answers of visits that this one completes.
 */
export function personMet(facts: Facts, earlier: Facts = {}): string {
  const said = facts[personMetField] ? facts : earlier;
  const name = said[personMetField]?.trim() ?? '';
  const relation = (said.relationWithApp ?? said.relation)?.trim() ?? '';
  if (name === '' || relation === '') return name;
  if (relation === 'Self') return `${name}, the applicant`;
  // The listed answers begin with a capital letter; 'HR' is one word.
  const isListed = relations.includes(relation) && relation !== 'HR';
  return `${name}, ${isListed ? relation.toLowerCase() : relation}`;
}
