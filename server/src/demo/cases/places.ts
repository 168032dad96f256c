import places from './places.json' with { type: 'json' };

/**
 * Men's and women's names alternate in the `first` and `whole` names of an area, because the index
 * determines the gender.
 */
export const { portfolios, areas, streets } = places;
export type Area = (typeof areas)[number];

export type View =
  | 'front'
  | 'side'
  | 'gate'
  | 'nameplate'
  | 'living-room'
  | 'inside'
  | 'street'
  | 'electricity-bill';

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

/** The number of street photos, and also the number of bill photos. */
const variants = 6;

export function pictureOf(place: Place, view: View, variant: number): string {
  return view === 'street' || view === 'electricity-bill'
    ? `${view}-${1 + (variant % variants)}`
    : `${place.name.toLowerCase().replaceAll(' ', '-')}-${view}`;
}
