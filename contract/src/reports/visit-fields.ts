import { byAgent, officeRelations, residenceRelations } from './asked.ts';
import { type Field, type ReportForm, text, textFields } from './definition.ts';

/** The key of the answer that names the person met. Only the office form has a field with this name. */
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

export const factFields = (form: ReportForm): Field[] => [
  ...visitFields[form.template],
  ...textFields(form),
];

export const isPersonName = (name: string): boolean =>
  name === personMetField || name.endsWith('_name');

const relations: readonly string[] = [...residenceRelations, ...officeRelations];

type Facts = Readonly<Record<string, string | undefined>>;

/**
 * Returns the person met and their relation to the applicant, as in 'Hema Raghavan, spouse'. Returns '' if no
 * person was named. `earlier` has the answers of earlier visits that were sent back for this visit.
 */
export function personMet(facts: Facts, earlier: Facts = {}): string {
  const said = facts[personMetField] ? facts : earlier;
  const name = said[personMetField]?.trim() ?? '';
  const relation = (said.relationWithApp ?? said.relation)?.trim() ?? '';
  if (name === '' || relation === '') return name;
  if (relation === 'Self') return `${name}, the applicant`;
  // Suggested relations begin with a capital letter, which is wrong within a sentence. 'HR' stays in
  // capitals.
  const isListed = relations.includes(relation) && relation !== 'HR';
  return `${name}, ${isListed ? relation.toLowerCase() : relation}`;
}
