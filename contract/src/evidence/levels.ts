/**
 * `note`: important only together with another finding. `look`: worth a closer look. `serious`: probably not
 * an honest visit. No level rejects a visit.
 */
export const evidenceLevels = ['note', 'look', 'serious'] as const;
export type EvidenceLevel = (typeof evidenceLevels)[number];

/** The levels' names on screens. */
export const evidenceLevelLabels = {
  note: 'Note',
  look: 'Doubtful',
  serious: 'Serious',
} as const;
