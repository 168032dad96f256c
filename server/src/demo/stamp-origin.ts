import sharp from 'sharp';

export interface Origin {
  takenAt: Date;
  timeZone: string;
  latitude: number;
  longitude: number;
}

/** Writes time and place into the EXIF block of a JPEG, without re-encoding the picture. */
export async function stampOrigin(jpeg: Uint8Array, origin: Origin): Promise<Uint8Array> {
  const carrier = await sharp({ create: { width: 1, height: 1, channels: 3, background: 'white' } })
    .jpeg()
    .withExif({
      IFD0: {
        ImageDescription: 'Drawn for demonstration; no real place',
        Make: 'Doorstep',
        Model: 'Demonstration',
      },
      IFD2: localTime(origin),
      IFD3: {
        GPSLatitudeRef: origin.latitude < 0 ? 'S' : 'N',
        GPSLatitude: rational(origin.latitude),
        GPSLongitudeRef: origin.longitude < 0 ? 'W' : 'E',
        GPSLongitude: rational(origin.longitude),
      },
    })
    .toBuffer();
  // In a JPEG, the EXIF block follows the first two bytes. The block starts with a marker of two bytes (FFE1)
  // and its length.
  const start = carrier.indexOf(Buffer.from([0xff, 0xe1]));
  const block = carrier.subarray(start, start + 2 + carrier.readUInt16BE(start + 2));
  return Buffer.concat([jpeg.subarray(0, 2), block, jpeg.subarray(2)]);
}

function localTime({ takenAt, timeZone }: Origin) {
  const local = Temporal.Instant.fromEpochMilliseconds(takenAt.getTime()).toZonedDateTimeISO(
    timeZone,
  );
  const text = local.toPlainDateTime().toString({ smallestUnit: 'second' });
  return {
    DateTimeOriginal: text.replaceAll('-', ':').replace('T', ' '),
    OffsetTimeOriginal: local.offset,
  };
}

/** Returns degrees, minutes and ten-thousandths of a second (about 3 mm) as EXIF fractions. */
function rational(degrees: number): string {
  const parts = Math.round(Math.abs(degrees) * 36_000_000);
  const [whole, rest] = [Math.floor(parts / 36_000_000), parts % 36_000_000];
  return `${whole}/1 ${Math.floor(rest / 600_000)}/1 ${rest % 600_000}/10000`;
}
