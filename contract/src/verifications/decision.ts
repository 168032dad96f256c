export const decisions = ['positive', 'negative'] as const;
export type Decision = (typeof decisions)[number];

/** The values of `admin_decision`, which is `pending` until an admin decides. */
export const decisionFilters = ['pending', ...decisions] as const;
export type DecisionFilter = (typeof decisionFilters)[number];
