declare module 'heic-decode' {
  interface Pixels {
    width: number;
    height: number;
    data: Uint8ClampedArray;
  }
  interface Image {
    width: number;
    height: number;
    decode(): Promise<Pixels>;
  }
  const decode: { all(input: { buffer: Uint8Array }): Promise<Image[]> };
  export default decode;
}
