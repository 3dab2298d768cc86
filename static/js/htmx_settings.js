// How htmx behaves on every page; read before the document is ready.
//
// A refused form (409, 422) is drawn where it was sent from, so that what was typed stays; other errors are not. What is
// drawn settles at once: no key comes between a new form and its focus.
Object.assign(htmx.config, {
  includeIndicatorStyles: false,
  allowEval: false,
  historyCacheSize: 0,
  defaultSettleDelay: 0,
  responseHandling: [
    { code: "204|304", swap: false },
    { code: "[23]..", swap: true },
    { code: "409|422", swap: true },
    { code: "[45]..", swap: false, error: true },
  ],
});
