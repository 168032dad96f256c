export const evidenceParts = ['place', 'time', 'travel', 'photos'] as const;
export type EvidencePart = (typeof evidenceParts)[number];

/** The checks are in the order of the documentation. */
export const checkIds = [
  'photo.same_file',
  'photo.lookalike',
  'photo.imported',
  'place.district',
  'place.unusual',
  'place.one_desk',
  'place.photos_apart',
  'gps.frozen',
  'gps.jumps',
  'travel.speed',
  'visit.dense',
  'visit.short',
  'time.before_task',
  'time.order',
  'facts.copied',
  'device.unknown',
  'device.shared',
  'callback.denied',
] as const;
export type CheckId = (typeof checkIds)[number];

interface CheckTraits {
  title: string;
  falseAlarms: string;
  comparesPhotos?: true;
  /**
   * Whether the check compares a visit with the agent's other visits. A visit that arrives later may then
   * cause a finding in an earlier one.
   */
  comparesVisits?: true;
  comparesPinCodes?: true;
  /**
   * Whether the check compares the visit's place with the applicant's pin code, so that a wrong pin code can
   * cause a false alarm.
   */
  dependsOnPinCode?: true;
}

export const checkTraits: Record<CheckId, CheckTraits> = {
  'photo.same_file': {
    title: 'Same file in another case',
    comparesPhotos: true,
    falseAlarms:
      'The co-applicant lives at the same address, but the two files spell it differently; the agent first attached the photo to the wrong visit; another program attaches the same placeholder image to every visit.',
  },
  'photo.lookalike': {
    title: 'Lookalike photo',
    comparesPhotos: true,
    falseAlarms:
      'Doors of one housing society look the same; a printed form or card photographed twice.',
  },
  'photo.imported': {
    title: 'Photo from a messaging app',
    falseAlarms: 'Another app that makes photos smaller before it sends them.',
  },
  'place.district': {
    title: 'Visit in another district',
    dependsOnPinCode: true,
    falseAlarms:
      'The pin code in the lender’s file is wrong: correct it. The address lies at the edge of its district, or on a far island.',
  },
  'place.unusual': {
    title: 'Place unusual for the pin code',
    dependsOnPinCode: true,
    falseAlarms: 'A new colony or a hamlet at the edge of a large pin code.',
  },
  'place.one_desk': {
    title: 'One spot, several pin codes',
    comparesPinCodes: true,
    comparesVisits: true,
    falseAlarms: 'Neighbours whose files name two pin codes; a street where two pin codes meet.',
  },
  'place.photos_apart': {
    title: 'Photos far from the visit',
    falseAlarms: 'The agent finished the visit in the app after leaving the door.',
  },
  'gps.frozen': {
    title: 'Place does not move',
    falseAlarms: 'Some phones report the same place again while they are not moved.',
  },
  'gps.jumps': {
    title: 'Place jumps',
    falseAlarms: 'Indoors, a phone may switch between GPS and the network’s location.',
  },
  'travel.speed': {
    title: 'Travel faster than possible',
    falseAlarms: 'A visit finished long after it was started; two agents who share an account.',
  },
  'visit.dense': {
    title: 'Many visits in a short time',
    comparesVisits: true,
    falseAlarms: 'The agent started several visits in the app before walking to them.',
  },
  'visit.short': {
    title: 'Short time at the door',
    falseAlarms: 'The agent started the visit in the app only when leaving the door.',
  },
  'time.before_task': {
    title: 'Photos before the task',
    falseAlarms:
      'The agent went to the address before the office assigned the task; a camera whose clock is wrong.',
  },
  'time.order': {
    title: 'Phone’s clock changed',
    falseAlarms:
      'A phone that corrected its clock during the visit, or after it last contacted the server.',
  },
  'facts.copied': {
    title: 'Copied remarks',
    falseAlarms: 'A standard phrase that the office requests.',
  },
  'device.unknown': {
    title: 'Unknown phone',
    falseAlarms: 'A new phone, or deleted app data, since the last sign-in.',
  },
  'device.shared': {
    title: 'One phone, two agents',
    falseAlarms: 'A phone that was handed on to a colleague.',
  },
  'callback.denied': {
    title: 'Person called denies the visit',
    falseAlarms:
      'The agent met another member of the household; the person on the phone thought of a different visit.',
  },
};

export const checksThat = (
  trait: 'comparesPhotos' | 'comparesPinCodes' | 'dependsOnPinCode',
): CheckId[] => checkIds.filter((id) => checkTraits[id][trait]);

export const dismissalReasons = [
  'explained',
  'same_place',
  'place_inexact',
  'pin_code_wrong',
  'phone_known',
  'agreed_procedure',
  'check_wrong',
  'other',
] as const;
export type DismissalReason = (typeof dismissalReasons)[number];

export const dismissalReasonLabels: Record<DismissalReason, string> = {
  explained: 'Explained by the agent',
  same_place: 'Same building or household',
  place_inexact: 'The phone’s location is inaccurate',
  pin_code_wrong: 'Wrong pin code in the lender’s file',
  phone_known: 'The phone is known',
  agreed_procedure: 'Allowed by the office',
  check_wrong: 'The check is wrong',
  other: 'Other',
};
