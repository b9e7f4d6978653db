/**
 * Script of the HTML report: filters findings and statements by text, class and stop; the filter stands in the address.
 */
export const script = `
"use strict";
(() => {
	const root = document.documentElement;
	const [text, kind, stop, only] = ["q", "class", "stop", "only"].map((id) => document.getElementById(id));
	const count = document.getElementById("count");
	const groups = ["article.finding", "table.matrix tbody tr"].map((selector) =>
		[...document.querySelectorAll(selector)].map((element) => ({
			element,
			words: element.textContent.toLowerCase(),
			classes: (element.dataset.classes || "").split(" "),
			stops: (element.dataset.stops || "").split(" "),
		})),
	);
	const [findings, statements] = groups;

	function matches(each, wanted, isStatement) {
		return (
			wanted.every((word) => each.words.includes(word)) &&
			(kind.value === "" || each.classes.includes(kind.value)) &&
			(stop.value === "" || each.stops.includes(stop.value)) &&
			!(isStatement && only.checked && each.element.dataset.classes === "")
		);
	}

	function apply() {
		const wanted = text.value.toLowerCase().split(/\\s+/).filter((word) => word !== "");
		const shown = groups.map((group, at) => {
			let number = 0;
			for (const each of group) {
				const fits = matches(each, wanted, at === 1);
				if (each.element.hidden === fits) {
					each.element.hidden = !fits;
				}
				number += fits ? 1 : 0;
			}
			return number;
		});
		count.textContent =
			shown[0] + " of " + findings.length + " findings, " + shown[1] + " of " + statements.length + " statements";
		for (const section of document.querySelectorAll("section.group")) {
			section.hidden = section.querySelector("article:not([hidden])") === null;
		}
	}

	function keep() {
		const state = new URLSearchParams();
		for (const [name, value] of [["q", text.value], ["class", kind.value], ["stop", stop.value]]) {
			if (value !== "") {
				state.set(name, value);
			}
		}
		if (only.checked) {
			state.set("only", "1");
		}
		const hash = state.toString();
		history.replaceState(null, "", hash === "" ? location.pathname + location.search : "#" + hash);
	}

	function choose(list, value) {
		list.value = [...list.options].some((option) => option.value === value) ? value : "";
	}

	function read() {
		const hash = location.hash.slice(1);
		if (hash.includes("=")) {
			const state = new URLSearchParams(hash);
			text.value = state.get("q") || "";
			choose(kind, state.get("class") || "");
			choose(stop, state.get("stop") || "");
			only.checked = state.get("only") === "1";
		} else {
			const target = hash === "" ? null : document.getElementById(decodeURIComponent(hash));
			if (target === null || target.closest("[hidden]") === null) {
				return;
			}
			clear();
			apply();
			target.scrollIntoView();
			return;
		}
		apply();
	}

	function clear() {
		text.value = kind.value = stop.value = "";
		only.checked = false;
	}

	root.classList.add("live");
	for (const field of [text, kind, stop, only]) {
		field.addEventListener("input", () => {
			apply();
			keep();
		});
	}
	document.getElementById("clear").addEventListener("click", () => {
		clear();
		apply();
		keep();
		text.focus();
	});
	addEventListener("hashchange", read);
	apply();
	read();
})();
`;
