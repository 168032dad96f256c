import * as z from 'zod/mini';

/**
 * A photo for screens of the office. Links are relative and signed, and they expire. `taken_at`, `latitude`
 * and `longitude` come from the EXIF data.
 */
export const Photo = z.object({
  id: z.string(),
  url: z.string(),
  thumbnail_url: z.string(),
  original_url: z.string(),
  sha256: z.string(),
  width: z.number(),
  height: z.number(),
  taken_at: z.nullable(z.string()),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  /** When the agent's app took the photo, by the server's clock. */
  captured_at: z.optional(z.nullable(z.string())),
  /** The accuracy in metres of the phone's GPS fix for this photo. */
  accuracy_m: z.optional(z.nullable(z.number())),
  /** `viewfinder`, `camera_app` or `file`. */
  source: z.optional(z.string()),
  /** The subject, such as `door` or `nameplate`. Empty if unknown. */
  shows: z.optional(z.string()),
  is_cropped: z.optional(z.boolean()),
});
export type Photo = z.infer<typeof Photo>;
