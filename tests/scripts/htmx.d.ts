// What the scripts use of htmx.

interface HtmxDetail {
  xhr: XMLHttpRequest;
  target: HTMLElement;
  requestConfig: { elt: HTMLElement; verb: string; path: string };
  successful: boolean;
  shouldSwap: boolean;
  isError: boolean;
  serverResponse: string;
}

type HtmxEvent = CustomEvent<HtmxDetail>;

interface DocumentEventMap {
  "htmx:beforeRequest": HtmxEvent;
  "htmx:beforeSend": HtmxEvent;
  "htmx:afterRequest": HtmxEvent;
  "htmx:sendAbort": HtmxEvent;
  "htmx:timeout": HtmxEvent;
  "htmx:beforeSwap": HtmxEvent;
  "htmx:afterSwap": HtmxEvent;
  "htmx:afterSettle": HtmxEvent;
}

declare const htmx: { trigger(target: Element | string, name: string): void };
