/** The smallest build of exifr, for JPEG only, has no types of its own. */
declare module 'exifr/dist/mini.esm.mjs' {
  export { default } from 'exifr';
}
