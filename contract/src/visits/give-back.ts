/** Why an agent gives a task back. */
export const giveBackReasons = [
  'not_my_area',
  'wrong_pin_code',
  'address_incomplete',
  'on_leave',
  'other',
] as const;
export type GiveBackReason = (typeof giveBackReasons)[number];

/** Each reason in the words that the office's screens use. */
export const giveBackReasonLabels: Record<GiveBackReason, string> = {
  not_my_area: 'Not my area',
  wrong_pin_code: 'Wrong pin code',
  address_incomplete: 'Address incomplete',
  on_leave: 'On leave',
  other: 'Another reason',
};
