export const decisions = ['positive', 'negative'] as const;
export type Decision = (typeof decisions)[number];

export const decisionFilters = ['pending', ...decisions] as const;
export type DecisionFilter = (typeof decisionFilters)[number];
