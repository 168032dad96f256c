const india = { south: 6, north: 38, west: 68, east: 98 } as const;

export const isInIndia = ({ latitude, longitude }: { latitude: number; longitude: number }) =>
  latitude >= india.south &&
  latitude <= india.north &&
  longitude >= india.west &&
  longitude <= india.east;
