export const giveBackReasons = [
  'no_answer',
  'not_my_area',
  'wrong_pin_code',
  'address_incomplete',
  'on_leave',
  'other',
] as const;
export type GiveBackReason = (typeof giveBackReasons)[number];

export const giveBackReasonLabels: Record<GiveBackReason, string> = {
  no_answer: 'Three calls without an answer',
  not_my_area: 'Not my area',
  wrong_pin_code: 'Wrong pin code',
  address_incomplete: 'Address incomplete',
  on_leave: 'On leave',
  other: 'Another reason',
};
