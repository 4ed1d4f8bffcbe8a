// What the page calls.

/**
 * Calls a native function. With a callback: returns `""`, and the callback gets the values in later tasks. Without:
 * returns the result, or `""` and one `console.error` if there is none.
 * @param {string} method
 * @param {any} [args] one value, as JSON.stringify writes it
 * @param {(value: any) => void} [callback]
 */
function call(method, args, callback) {
  if (typeof args === 'function') [args, callback] = [{}, args];
  const json = stringify(args === undefined ? null : args) ?? 'null'; // throws before anything is registered
  const name = String(method).trim();
  if (typeof callback === 'function') {
    const stub = `dscb${page.dscb++}`;
    page[stub] = callback;
    postCall(name, json, stub);
    return '';
  }
  const answer = callBlocking(name, json);
  if (!answer.error) return answer.value;
  reportFailure(name, answer.error);
  return '';
}

/** @param {string} name @param {string} json @param {string} stub */
function postCall(name, json, stub) {
  post('post', `${encode(name)} ${stub} ${json}`, () => {
    delete page[stub];
    reportFailure(name, tooLarge());
  });
}

/**
 * Version 2 of dsbridge.js only knows `prompt`. It writes the argument's members beside the callback's name, not below
 * `data`, and takes the answer as text.
 * @param {string} method
 * @param {string} text the request of a page's own dsbridge.js
 * @param {boolean} [prompted]
 */
function callNative(method, text, prompted) {
  const name = String(method).trim();
  let isOld = false;
  let error;
  try {
    const { _dscbstub: stub, ...rest } = parse(text || '{}') ?? {};
    isOld = !!prompted && !('data' in rest);
    const argument = stringify(isOld ? rest : rest.data) ?? 'null';
    if (stub === undefined) {
      const { value, json, error: failure } = callBlocking(name, argument);
      if (!failure) return isOld ? (typeof value === 'string' ? value : json) : `{"code":0,"data":${json}}`;
      error = failure;
    } else if (/^[\w$]{1,128}$/.test(stub)) {
      postCall(name, argument, stub);
      return isOld ? '' : '{"code":0,"data":""}';
    } else error = { message: 'the callback is not a name' };
  } catch (problem) {
    error = { message: String(problem) };
  }
  reportFailure(name, error);
  return isOld ? '' : stringify({ code: -1, data: '', error });
}
