/** Made-up lenders, streets and buildings of the demo, and the photos that show them. */

export const portfolios = [
  { name: 'Saraswat Home Loans', product: 'Home Loan', prefix: 'HL' },
  { name: 'Deccan Credit Cards', product: 'Credit Card', prefix: 'CC' },
  { name: 'Konkan Auto Finance', product: 'Auto Loan', prefix: 'AL' },
  { name: 'Vindhya Personal Loans', product: 'Personal Loan', prefix: 'PL' },
  { name: 'Malabar MSME', product: 'Business Loan', prefix: 'BL' },
  { name: 'Godavari Two Wheeler', product: 'Two-Wheeler Loan', prefix: 'TW' },
  { name: 'Sahyadri Gold Loans', product: 'Gold Loan', prefix: 'GL' },
  { name: 'Yamuna Education Finance', product: 'Education Loan', prefix: 'EL' },
] as const;

/** Where the demo's visits take place: city, first pin code, and the centre of the area in degrees. */
export const areas = [
  { place: 'Kurla West, Mumbai', pin: 400070, latitude: 19.0726, longitude: 72.8845 },
  { place: 'Kothrud, Pune', pin: 411038, latitude: 18.5074, longitude: 73.8077 },
  { place: 'Mylapore, Chennai', pin: 600004, latitude: 13.0339, longitude: 80.2619 },
  { place: 'Jayanagar, Bengaluru', pin: 560041, latitude: 12.9299, longitude: 77.5823 },
  { place: 'Salt Lake, Kolkata', pin: 700064, latitude: 22.5867, longitude: 88.4171 },
  { place: 'Maninagar, Ahmedabad', pin: 380008, latitude: 22.9962, longitude: 72.5996 },
  { place: 'Begumpet, Hyderabad', pin: 500016, latitude: 17.4447, longitude: 78.4664 },
  { place: 'Rajouri Garden, New Delhi', pin: 110027, latitude: 28.6415, longitude: 77.1209 },
  { place: 'Aluva, Kochi', pin: 683101, latitude: 10.1076, longitude: 76.3516 },
  { place: 'Panaji, Goa', pin: 403001, latitude: 15.4909, longitude: 73.8278 },
] as const;

export const streets = [
  'Shivaji Marg',
  'Station Road',
  'Gandhi Nagar',
  'Temple Street',
  'MG Road',
  'Lake View Road',
  'Nehru Chowk',
  'Market Lane',
  'Ring Road',
  'Church Street',
  'Ashoka Path',
  'Mill Compound',
] as const;

/** What a photo shows: a part of the place, the street in front of it, or a bill. */
export type View =
  | 'front'
  | 'side'
  | 'gate'
  | 'nameplate'
  | 'living-room'
  | 'inside'
  | 'street'
  | 'electricity-bill';

/** A place to visit. Its name is on the name plate or sign board in the photos, and in the address. */
export interface Place {
  kind: 'home' | 'shop' | 'office';
  name: string;
}

export const homes: readonly Place[] = [
  { kind: 'home', name: 'Shanti Niwas' },
  { kind: 'home', name: 'Lakshmi Vilas' },
  { kind: 'home', name: 'Krishna Kunj' },
  { kind: 'home', name: 'Sukh Niwas' },
  { kind: 'home', name: 'Ashirwad Bhavan' },
  { kind: 'home', name: 'Sai Krupa' },
];

/** Three shops, then three offices. */
export const businesses: readonly Place[] = [
  { kind: 'shop', name: 'Shree Ganesh Kirana' },
  { kind: 'shop', name: 'Laxmi General Store' },
  { kind: 'shop', name: 'New Bharat Provisions' },
  { kind: 'office', name: 'Kaveri Logistics' },
  { kind: 'office', name: 'Annapurna Foods' },
  { kind: 'office', name: 'Deccan Soft Services' },
];

/** The number of photos of streets, and of bills; their names and addresses are blacked out. */
const variants = 6;

/** Returns the file in `photos/`, without its extension, that shows a view of a place. */
export function pictureOf(place: Place, view: View, variant: number): string {
  return view === 'street' || view === 'electricity-bill'
    ? `${view}-${1 + (variant % variants)}`
    : `${place.name.toLowerCase().replaceAll(' ', '-')}-${view}`;
}
