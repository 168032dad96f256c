/** Made-up lenders, streets and buildings of the demo, and the photos that show them. */
import places from './places.json' with { type: 'json' };

/**
 * The places of the demo's visits. An area has its city, its first pin code, and its centre in degrees.
 * Men's and women's first names alternate, and some whole names are in the area's own script.
 */
export const { portfolios, areas, streets } = places;
export type Area = (typeof areas)[number];

/** The subject of a photo: a part of the place, the street in front of it, or a bill. */
export type View =
  | 'front'
  | 'side'
  | 'gate'
  | 'nameplate'
  | 'living-room'
  | 'inside'
  | 'street'
  | 'electricity-bill';

/** A place to visit. Its name is in the address, and on the name plate or sign in the photos. */
export interface Place {
  kind: 'home' | 'shop' | 'office';
  name: string;
}

const placesOf = (kind: Place['kind'], names: readonly string[]): Place[] =>
  names.map((name) => ({ kind, name }));

export const homes = placesOf('home', places.homes);

/** Three shops, then three offices. */
export const businesses = [
  ...placesOf('shop', places.shops),
  ...placesOf('office', places.offices),
];

/**
 * The number of photos of streets, and the number of photos of bills. The names and addresses on them are
 * blacked out.
 */
const variants = 6;

/** Returns the file in `photos/`, without its extension, that shows a view of a place. */
export function pictureOf(place: Place, view: View, variant: number): string {
  return view === 'street' || view === 'electricity-bill'
    ? `${view}-${1 + (variant % variants)}`
    : `${place.name.toLowerCase().replaceAll(' ', '-')}-${view}`;
}
