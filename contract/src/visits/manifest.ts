import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { withoutAadhaar } from '../text/aadhaar.ts';
import { decisions } from '../verifications.ts';
import { Moment } from '../wire/days.ts';
import { list, record, Sha256, text, Uuid } from '../wire/inputs.ts';
import { visitOutcomes } from './outcomes.ts';
import { ManifestSignature } from './signature.ts';
import { Statement } from './statement.ts';

export const photoSubjects = [
  'door',
  'nameplate',
  'person',
  'interior',
  'agent',
  'street',
  'document',
  'other',
] as const;
export type PhotoSubject = (typeof photoSubjects)[number];

export const photoSubjectLabels: Record<PhotoSubject, string> = {
  door: 'Door',
  nameplate: 'Name plate',
  person: 'Person met',
  interior: 'Interior',
  agent: 'Agent at the address',
  street: 'Street',
  document: 'Document',
  other: 'Other',
};

/** `viewfinder` is the app's own camera view, `camera_app` the phone's camera app, and `file` a file on the phone. */
const photoSources = ['viewfinder', 'camera_app', 'file'] as const;

export const skipReasons = ['refused', 'unsafe', 'not_visible'] as const;

export const skipReasonLabels: Record<(typeof skipReasons)[number], string> = {
  refused: 'refused',
  unsafe: 'not safe',
  not_visible: 'not visible',
};

/**
 * The maximum offset of a phone's clock: about 300 years in milliseconds. A larger offset could make a
 * corrected time an invalid date.
 */
const mostClockOffset = 1e13;
const latitude = z.number().check(z.gte(-90), z.lte(90));
const longitude = z.number().check(z.gte(-180), z.lte(180));
/** The radius in metres within which the place lies, as the phone estimates it. */
const accuracy_m = z.number().check(z.gte(0), z.lte(10_000_000));
/** Milliseconds since the page was opened, by the monotonic clock. */
const mono_ms = z.number().check(z.gte(0));

export const Fix = z.object({
  latitude,
  longitude,
  accuracy_m,
  altitude: z.optional(z.nullable(z.number())),
  speed: z.optional(z.nullable(z.number())),
  heading: z.optional(z.nullable(z.number())),
  at: Moment,
  mono_ms,
});
export type Fix = z.infer<typeof Fix>;

const edge = z.int().check(z.gte(1), z.lte(100_000));

/** What the app recorded about a picture from the camera app or a file, before it re-encoded the picture. */
const OriginalPicture = z.object({
  bytes: z.int().check(z.gte(1), z.lte(1e10)),
  /** The file's media type from the browser. Empty if unknown. */
  kind: text(100),
  width: edge,
  height: edge,
  /** Whether the EXIF data names a camera. Null if the app can't read the file's EXIF data. */
  has_camera: z.nullable(z.boolean()),
  /** The time in the EXIF data. */
  taken_at: z.nullable(Moment),
  /** Whether the file's name looks as if a messenger chose it. The name itself stays on the phone. */
  is_named_by_messenger: z.boolean(),
});
export type OriginalPicture = z.infer<typeof OriginalPicture>;

export const ManifestPhoto = z.object({
  /** The hash of the photo's exact bytes, before any encryption for transport. */
  sha256: Sha256,
  bytes: z.int().check(z.gte(1), z.lte(limits.photoMaxBytes)),
  width: edge,
  height: edge,
  captured_at: Moment,
  mono_ms,
  /**
   * The GPS fix that is nearest in time to the photo, and the age of this fix in milliseconds. Null if the
   * phone had none.
   */
  fix: z.nullable(Fix),
  fix_age_ms: z.nullable(z.number()),
  source: z.enum(photoSources),
  shows: z.enum(photoSubjects),
  /** Present only if the app did not take the picture itself. Older apps don't send it. */
  original: z.optional(OriginalPicture),
  /** The size before the agent cropped the photo in the app. Absent if the photo was not cropped. */
  cropped_from: z.optional(z.object({ width: edge, height: edge })),
});
export type ManifestPhoto = z.infer<typeof ManifestPhoto>;

/** The phone signs the exact text that it sends, so the server stores that text unchanged. */
export const VisitManifest = z
  .object({
    visit_id: Uuid,
    applicant_id: z.int().check(z.positive()),
    assignment_version: z.int32().check(z.gte(0)),
    app_version: text(40),
    outcome: z.enum(visitOutcomes),
    is_final: z.boolean(),
    try_again_at: z.nullable(Moment),
    /** When the agent began the visit in the app, perhaps before arriving. Older apps don't send it. */
    begun_at: z.optional(Moment),
    /** When the agent last confirmed being at the door. */
    arrived_at: Moment,
    left_at: Moment,
    clock_offset_ms: z.nullable(z.int().check(z.gte(-mostClockOffset), z.lte(mostClockOffset))),
    /** The most accurate GPS fix since `arrived_at`. Null if the phone had none. */
    place: z.nullable(Fix),
    /**
     * The GPS fixes of the visit, including fixes before `arrived_at`. If there are more than 30, the app
     * leaves out the least accurate fixes, but never `place`.
     */
    fixes: list(Fix, 30),
    place_reason: z.optional(text(500).check(z.trim(), withoutAadhaar('place_reason'))),
    /** The agent's answers. Each key is the name of a field of the report, or `person_met`. */
    facts: record(text(100), text(4000).check(withoutAadhaar('facts')), 200),
    overall_observation: z.nullable(z.enum(decisions)),
    statement: Statement,
    photos: list(ManifestPhoto, limits.photosPerVerification),
    photos_skipped: list(
      z.object({ shows: z.enum(photoSubjects), reason: z.enum(skipReasons) }),
      photoSubjects.length,
    ),
    /** Absent if the visit did not ask for a signature, or if an older app sent the manifest. */
    signature: z.optional(ManifestSignature),
  })
  .check(
    z.refine((visit) => !visit.is_final || visit.overall_observation !== null, {
      path: ['overall_observation'],
      error: 'overall_observation is required for a final visit',
    }),
    z.refine((visit) => new Set(filesOf(visit)).size === filesOf(visit).length, {
      path: ['photos'],
      error: 'The same photo is listed twice.',
    }),
  );
export type VisitManifest = z.infer<typeof VisitManifest>;

/** Returns the SHA-256 of each file, in the order of sending. The signature is small, so it is sent first. */
export const filesOf = ({
  signature,
  photos,
}: Pick<VisitManifest, 'signature' | 'photos'>): string[] =>
  [...(signature?.file ? [signature.file] : []), ...photos].map(({ sha256 }) => sha256);
