/** The corners of India with its islands. */
export const india = { south: 6, north: 38, west: 68, east: 98 } as const;
