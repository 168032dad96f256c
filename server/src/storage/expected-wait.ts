/** Milliseconds that whoever comes next would wait behind so many, as those before took; so many are served at a time. */
export function expectWait(atOnce: number) {
  let mean = 0;
  return {
    /** One more was served, in so many milliseconds. */
    took(milliseconds: number) {
      mean = mean === 0 ? milliseconds : mean + (milliseconds - mean) * 0.2;
    },
    behind: (waiting: number) => (waiting * mean) / atOnce,
  };
}
