import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { readCoverage } from './font-coverage.ts';

const families = [
  ['noto-sans', 'NotoSans'],
  ['noto-sans-devanagari', 'NotoSansDevanagari'],
  ['noto-sans-tamil', 'NotoSansTamil'],
  ['noto-sans-bengali', 'NotoSansBengali'],
  ['noto-sans-telugu', 'NotoSansTelugu'],
  ['noto-sans-gurmukhi', 'NotoSansGurmukhi'],
  ['noto-sans-gujarati', 'NotoSansGujarati'],
  ['noto-sans-kannada', 'NotoSansKannada'],
  ['noto-sans-malayalam', 'NotoSansMalayalam'],
  ['noto-sans-oriya', 'NotoSansOriya'],
  ['noto-naskh-arabic', 'NotoNaskhArabic'],
] as const;
const weights = ['400Regular', '600SemiBold'] as const;

/** Loads the report's fonts from npm packages, so that every machine draws the same report. */
export function loadFonts(): { blobs: Buffer[]; covers: (codePoint: number) => boolean } {
  const { resolve } = createRequire(import.meta.url);
  const blobs = families.flatMap(([name, stem]) =>
    weights.map((weight) =>
      readFileSync(resolve(`@expo-google-fonts/${name}/${weight}/${stem}_${weight}.ttf`)),
    ),
  );
  const covered = new Set<number>();
  for (const blob of blobs) readCoverage(blob, covered);
  return { blobs, covers: (codePoint) => covered.has(codePoint) };
}
