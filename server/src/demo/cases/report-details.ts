import type { DemoCase } from './cases.ts';
import { adminNames } from './people.ts';
import details from './report-details.json' with { type: 'json' };

const manager = adminNames[0] ?? '';

/** Returns made-up answers for the residence form. Some of them are also answers of the visit. */
export function residenceDetails({ gender, visit, address }: DemoCase) {
  const isSelf = visit?.story.met === 'Self';
  const spouse = gender === 'MALE' ? 'FEMALE' : 'MALE';
  return {
    ...details.residence,
    personContacted: isSelf ? gender : spouse,
    relationWithApp: isSelf ? 'Self' : 'Spouse',
    permanentParentAddress: address,
    agencyManagerSignature: manager,
  };
}

export function officeDetails({ visit, place, mobile, name }: DemoCase, shortName: string) {
  const isSelf = visit?.story.met === 'Self';
  return {
    ...details.business,
    ...(place.kind === 'shop' ? details.shop : details.office),
    [shortName.toLowerCase()]: 'Visited by an agent of our own',
    person_met: isSelf ? name : 'Meenal Apte',
    relation: isSelf ? 'Self' : 'Manager',
    tel_number: mobile,
    company_name: place.name,
    name_verified_from: visit?.neighbours[0]?.name ?? '',
    manager_signature: manager,
  };
}
