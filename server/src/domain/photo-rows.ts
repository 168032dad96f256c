import type { Photo } from '@doorstep/contract/photos';
import { type RawBuilder, sql } from 'kysely';
import { isoUtc } from '../db/moments.ts';
import { serverTime } from './visits/server-time.ts';

/** A photo without links, because links are signed when the photo is shown. */
export type PhotoRecord = Omit<Photo, 'url' | 'thumbnail_url' | 'original_url'>;

/** SQL for a photo as JSON. The query must name the photo `p` and left-join its visit as `taken`. */
export const photoRecord = sql<PhotoRecord>`json_build_object('id', p.id, 'sha256', encode(p.sha256, 'hex'),
  'width', p.width, 'height', p.height, 'taken_at', ${isoUtc(sql`p.taken_at`)}, 'latitude', p.latitude, 'longitude', p.longitude,
  'captured_at', ${isoUtc(serverTime('p.captured_at', 'taken'))}, 'accuracy_m', p.accuracy_m, 'source', p.source, 'shows', p.shows,
  'is_cropped', p.capture -> 'cropped_from' is not null)`;

export const photosWhere = (condition: RawBuilder<unknown>) => sql<PhotoRecord[]>`coalesce((
  select json_agg(${photoRecord} order by p.position)
  from photos p left join visits taken on taken.id = p.visit_id where ${condition}), '[]')`;
