/** `pending` until an admin decides. */
export const decisionFilters = ['pending', 'positive', 'negative'] as const;
export type DecisionFilter = (typeof decisionFilters)[number];
