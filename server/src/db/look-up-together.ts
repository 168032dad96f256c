interface Waiting<V> {
  promise: Promise<V | undefined>;
  resolve(value: V | undefined): void;
  reject(error: unknown): void;
}

/**
 * Finds many things by their keys in one statement: all that are asked for while another look-up is under way. None
 * is answered from a look-up that began before it was asked for, so that what has just ended is not found.
 */
export function lookUpTogether<V>(
  find: (keys: string[]) => Promise<Map<string, V>>,
  atOnce = 1,
): (key: string) => Promise<V | undefined> {
  let waiting = new Map<string, Waiting<V>>();
  let underWay = 0;

  const start = async () => {
    const asked = waiting;
    waiting = new Map();
    underWay += 1;
    try {
      const found = await find([...asked.keys()]);
      for (const [key, { resolve }] of asked) resolve(found.get(key));
    } catch (error) {
      for (const { reject } of asked.values()) reject(error);
    }
    underWay -= 1;
    if (waiting.size > 0) void start();
  };

  return (key) => {
    let one = waiting.get(key);
    if (!one) {
      one = Promise.withResolvers<V | undefined>();
      waiting.set(key, one);
      // What arrives in the same turn of the event loop goes along.
      if (underWay < atOnce) setImmediate(() => waiting.size > 0 && underWay < atOnce && start());
    }
    return one.promise;
  };
}
