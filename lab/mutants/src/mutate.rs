//! Mutants of one file.

use std::collections::HashMap;
use std::fmt;

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{BinOp, Expr, Lit, Token, UnOp, bracketed, parse_quote};

/// One mistake.
#[derive(Clone)]
pub struct Mutant {
    pub number: usize,
    pub line: usize,
    /// The mutant's name in `equivalent.txt`: file, function, the line with a mark at the mistake, the original and the mutant's
    /// text. Lines added elsewhere do not change it.
    pub name: String,
}

impl Mutant {
    /// Whether it leaves out a wiping, except of memory kept for the next call (`wipe`), which `lab/library/tests/wiped.rs`
    /// searches.
    pub fn is_wiping(&self) -> bool {
        self.name.contains("‸zeroize();  without") || self.name.contains(" zeroize: wiped!(")
    }

    /// The module's path, with which the names of its tests begin.
    pub fn module(&self) -> String {
        let file = self.name.split(".rs ").next().expect("a file");
        file.trim_start_matches("src/").replace('/', "::") + "::"
    }
}

impl fmt::Display for Mutant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "(line {}) {}", self.line, self.name)
    }
}

/// Puts mutants into the syntax tree of a file.
pub struct Mutator<'a> {
    pub file: &'a str,
    pub lines: Vec<&'a str>,
    /// The innermost function.
    pub function: String,
    pub mutants: &'a mut Vec<Mutant>,
    /// How many mutants of the file have each name.
    pub names: HashMap<String, usize>,
    /// Whether the mutant is wanted.
    pub wanted: &'a dyn Fn(&Mutant) -> bool,
}

impl Mutator<'_> {
    /// Returns the expression that chooses between the original and the mutant.
    fn either(&mut self, at: Span, change: &str, right: Expr, wrong: Expr) -> Expr {
        let (line, column) = (at.start().line, at.start().column);
        let before: String = self.lines[line - 1].chars().take(column).collect();
        let after: String = self.lines[line - 1].chars().skip(column).collect();
        let (file, function, before) = (self.file, &self.function, before.trim_start());
        let mut name = format!("{file} {function}: {before}‸{after}  {change}");
        let same = self.names.entry(name.clone()).or_insert(0);
        *same += 1;
        if *same > 1 {
            name += &format!("  (number {same})");
        }
        let number = self.mutants.len();
        let mutant = Mutant { number, line, name };
        let wanted = (self.wanted)(&mutant);
        self.mutants.push(mutant);
        if !wanted {
            return right;
        }
        parse_quote!((if crate::mutant::is(#number) { (#wrong) } else { (#right) }))
    }

    /// The library's `wiped!`: an implementation with each field left out.
    fn wiped(&mut self, mac: &syn::Macro) -> syn::Result<syn::Item> {
        let (generics, type_, fields) = mac.parse_body_with(|input: ParseStream<'_>| {
            let generics;
            bracketed!(generics in input);
            let generics: TokenStream = generics.parse()?;
            let type_: syn::Type = input.parse()?;
            input.parse::<Token![:]>()?;
            let mut fields = Vec::new();
            while !input.is_empty() {
                fields.push(input.parse::<syn::Member>()?);
            }
            Ok((generics, type_, fields))
        })?;
        let mut wiped = Vec::<syn::Stmt>::new();
        self.inside(&Ident::new("zeroize", Span::call_site()), |inside| {
            for field in fields {
                let (yes, no) = (parse_quote!(true), parse_quote!(false));
                let runs = inside.either(field.span(), "without", yes, no);
                wiped.push(parse_quote!(if #runs { zeroize::Zeroize::zeroize(&mut self.#field); }));
            }
        });
        Ok(parse_quote! {
            impl<#generics> zeroize::Zeroize for #type_ {
                fn zeroize(&mut self) {
                    #(#wiped)*
                }
            }
        })
    }

    /// Visits the body of a function.
    fn inside(&mut self, name: &syn::Ident, visit: impl FnOnce(&mut Self)) {
        let outer = core::mem::replace(&mut self.function, name.to_string());
        visit(self);
        self.function = outer;
    }
}

/// Whether a compile-time condition restricts the item to tests, or it is not compiled here.
fn is_left_out(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let text = attribute.to_token_stream().to_string();
        let has = |what: &&str| text.contains(what);
        attribute.path().is_ident("cfg")
            && !has(&"any")
            && ["test", "inside", "not"].iter().any(has)
            || attribute.path().is_ident("test")
    })
}

/// Whether the condition contains `let`.
fn has_let(condition: &Expr) -> bool {
    match condition {
        Expr::Let(_) => true,
        Expr::Binary(both) => has_let(&both.left) || has_let(&both.right),
        _ => false,
    }
}

fn other_operator(op: &BinOp) -> Option<BinOp> {
    Some(match op {
        BinOp::Add(_) => parse_quote!(-),
        BinOp::Sub(_) => parse_quote!(+),
        BinOp::Mul(_) => parse_quote!(+),
        BinOp::Div(_) => parse_quote!(*),
        BinOp::Rem(_) => parse_quote!(/),
        BinOp::And(_) => parse_quote!(||),
        BinOp::Or(_) => parse_quote!(&&),
        BinOp::BitXor(_) => parse_quote!(|),
        BinOp::BitAnd(_) => parse_quote!(|),
        BinOp::BitOr(_) => parse_quote!(&),
        BinOp::Shl(_) => parse_quote!(>>),
        BinOp::Shr(_) => parse_quote!(<<),
        BinOp::Eq(_) => parse_quote!(!=),
        BinOp::Ne(_) => parse_quote!(==),
        BinOp::Lt(_) => parse_quote!(<=),
        BinOp::Le(_) => parse_quote!(<),
        BinOp::Gt(_) => parse_quote!(>=),
        BinOp::Ge(_) => parse_quote!(>),
        BinOp::AddAssign(_) => parse_quote!(-=),
        BinOp::SubAssign(_) => parse_quote!(+=),
        BinOp::BitXorAssign(_) => parse_quote!(|=),
        BinOp::BitAndAssign(_) => parse_quote!(|=),
        BinOp::BitOrAssign(_) => parse_quote!(&=),
        BinOp::ShlAssign(_) => parse_quote!(>>=),
        BinOp::ShrAssign(_) => parse_quote!(<<=),
        _ => return None,
    })
}

/// Methods of the same type that a mistake could confuse.
const METHODS: [(&str, &str); 18] = [
    ("add", "sub"),
    ("sub", "add"),
    ("madd_lo", "madd_hi"),
    ("madd_hi", "madd_lo"),
    ("wrapping_add", "wrapping_sub"),
    ("wrapping_sub", "wrapping_add"),
    ("min", "max"),
    ("max", "min"),
    ("add_vector", "sub_vector"),
    ("leading_zeros", "trailing_zeros"),
    ("trailing_zeros", "leading_zeros"),
    ("is_some", "is_none"),
    ("is_none", "is_some"),
    ("ct_eq", "ct_ne"),
    ("and", "or"),
    ("or", "and"),
    ("square", "double"),
    ("double", "square"),
];

impl VisitMut for Mutator<'_> {
    fn visit_item_mut(&mut self, item: &mut syn::Item) {
        match item {
            syn::Item::Fn(f) if f.sig.constness.is_some() || is_left_out(&f.attrs) => {}
            syn::Item::Mod(m) if is_left_out(&m.attrs) => {}
            syn::Item::Impl(i) if is_left_out(&i.attrs) => {}
            syn::Item::Fn(f) => {
                let name = f.sig.ident.clone();
                self.inside(&name, |inside| visit_mut::visit_item_fn_mut(inside, f));
            }
            syn::Item::Mod(_) | syn::Item::Impl(_) | syn::Item::Trait(_) => {
                visit_mut::visit_item_mut(self, item);
            }
            syn::Item::Macro(m) if m.mac.path.is_ident("wiped") => {
                *item = self.wiped(&m.mac).expect("generics, a type and its fields");
            }
            // What the compiler computes.
            _ => {}
        }
    }

    fn visit_impl_item_mut(&mut self, item: &mut syn::ImplItem) {
        match item {
            syn::ImplItem::Fn(f) if f.sig.constness.is_none() && !is_left_out(&f.attrs) => {
                let name = f.sig.ident.clone();
                self.inside(&name, |inside| visit_mut::visit_impl_item_fn_mut(inside, f));
            }
            _ => {}
        }
    }

    fn visit_trait_item_mut(&mut self, item: &mut syn::TraitItem) {
        if let syn::TraitItem::Fn(f) = item
            && !is_left_out(&f.attrs)
        {
            let name = f.sig.ident.clone();
            self.inside(&name, |inside| {
                visit_mut::visit_trait_item_fn_mut(inside, f)
            });
        }
    }

    // What the compiler computes.
    fn visit_type_mut(&mut self, _: &mut syn::Type) {}
    fn visit_pat_mut(&mut self, _: &mut syn::Pat) {}
    fn visit_generic_argument_mut(&mut self, _: &mut syn::GenericArgument) {}
    fn visit_expr_const_mut(&mut self, _: &mut syn::ExprConst) {}
    fn visit_attribute_mut(&mut self, _: &mut syn::Attribute) {}

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Repeat(repeat) = expr {
            self.visit_expr_mut(&mut repeat.expr);
            return;
        }
        let before = expr.clone();
        visit_mut::visit_expr_mut(self, expr);
        // The mutant's expression is made of the original, without further mutants.
        for (at, change, wrong) in mistakes(&before) {
            let right = core::mem::replace(expr, Expr::Verbatim(quote!()));
            *expr = self.either(at, &change, right, wrong);
        }
    }

    fn visit_expr_if_mut(&mut self, expr: &mut syn::ExprIf) {
        let condition = (*expr.cond).clone();
        visit_mut::visit_expr_if_mut(self, expr);
        let text = text(&condition);
        let compiler_decides = text.contains("cfg !") || text.contains("const {");
        if !has_let(&condition) && !compiler_decides {
            let at = expr.if_token.span;
            let right = core::mem::replace(&mut *expr.cond, Expr::Verbatim(quote!()));
            *expr.cond = self.either(at, "negated", right, parse_quote!(!(#condition)));
        }
    }

    /// The library's `always!`, whose arguments are a function and a closure's body.
    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        if mac.path.is_ident("always") {
            let arguments = Punctuated::<Expr, Token![,]>::parse_terminated;
            let mut arguments = mac.parse_body_with(arguments).expect("expressions");
            for argument in &mut arguments {
                self.visit_expr_mut(argument);
            }
            mac.tokens = arguments.to_token_stream();
        }
    }

    fn visit_stmt_mut(&mut self, statement: &mut syn::Stmt) {
        visit_mut::visit_stmt_mut(self, statement);
        let syn::Stmt::Macro(assertion) = &*statement else {
            return;
        };
        let name = assertion.mac.path.segments.last();
        if name.is_some_and(|name| name.ident.to_string().starts_with("assert")) {
            let at = assertion.mac.path.span();
            let runs = self.either(at, "without", parse_quote!(true), parse_quote!(false));
            *statement = parse_quote!(if #runs { #statement });
        }
    }
}

fn text(tokens: &dyn ToTokens) -> String {
    tokens.to_token_stream().to_string()
}

/// The arguments that are random generators, and where they are: with a copy, the next call would get the same numbers.
fn generators(arguments: &Punctuated<Expr, Token![,]>) -> Vec<(usize, Span)> {
    let named = |argument: &Expr| {
        let text = text(argument);
        ["rng", "& mut rng", "& mut * rng"].contains(&text.as_str())
    };
    let found = arguments.iter().enumerate().filter(|(_, a)| named(a));
    found.map(|(i, argument)| (i, argument.span())).collect()
}

/// Possible mistakes in the outermost operation of an expression: where, what changes, and the wrong expression.
fn mistakes(expr: &Expr) -> Vec<(Span, String, Expr)> {
    let mut mistakes = Vec::new();
    let mut add = |at: Span, change: String, wrong: Expr| mistakes.push((at, change, wrong));
    match expr {
        Expr::Binary(both) => {
            // A condition with `let` is not an expression.
            if let Some(op) = other_operator(&both.op)
                && !has_let(expr)
            {
                let (left, right) = (&both.left, &both.right);
                let change = format!("{} → {}", text(&both.op), text(&op));
                // In parentheses, because `x as u32 < y` would be parsed as the type's arguments.
                add(both.op.span(), change, parse_quote!((#left) #op (#right)));
            }
        }
        Expr::Unary(one) => {
            if matches!(one.op, UnOp::Not(_) | UnOp::Neg(_)) {
                add(one.op.span(), "without".into(), (*one.expr).clone());
            }
        }
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => {
                if let Ok(value) = number.base10_parse::<u128>() {
                    let next = format!("{}{}", value + 1, number.suffix());
                    let next = syn::LitInt::new(&next, number.span());
                    add(
                        number.span(),
                        format!("{number} → {next}"),
                        parse_quote!(#next),
                    );
                }
            }
            Lit::Bool(yes) => {
                let other = syn::LitBool::new(!yes.value, yes.span);
                add(
                    yes.span,
                    format!("{} → {}", yes.value, other.value),
                    parse_quote!(#other),
                );
            }
            _ => {}
        },
        Expr::Path(path) => {
            let name = text(path).replace(' ', "");
            let last = name.rsplit("::").next().expect("a name");
            let of_constants = |c: char| c == '_' || c.is_ascii_uppercase() || c.is_ascii_digit();
            if last.len() > 1 && last.chars().all(of_constants) {
                add(
                    path.span(),
                    format!("{name} → {name} + 1"),
                    parse_quote!((#path + 1)),
                );
            }
        }
        Expr::MethodCall(call) => {
            let at = call.method.span();
            let name = call.method.to_string();
            let receiver = &call.receiver;
            let is_one_of = |names: &[&str]| names.contains(&name.as_str());
            if is_one_of(&[
                "zeroize",
                "wipe",
                "conditional_negate",
                "conditional_assign",
            ]) {
                add(at, "without".into(), parse_quote!(()));
            }
            if is_one_of(&["negate_if", "neg", "rev"]) {
                add(at, "without".into(), (**receiver).clone());
            }
            if is_one_of(&["select", "select_lanes", "blend"]) {
                let mut wrong = call.clone();
                if let Some(first) = wrong.args.first_mut() {
                    wrong.receiver = Box::new(core::mem::replace(first, (**receiver).clone()));
                    add(at, "operands exchanged".into(), Expr::MethodCall(wrong));
                }
            }
            if let Some((_, other)) = METHODS.iter().find(|(one, _)| *one == name) {
                let mut wrong = call.clone();
                wrong.method = syn::Ident::new(other, at);
                add(at, format!("{name} → {other}"), Expr::MethodCall(wrong));
            }
            for (i, at) in generators(&call.args) {
                let mut wrong = call.clone();
                wrong.args[i] = parse_quote!(&mut rng.clone());
                add(at, "a copy of it".into(), Expr::MethodCall(wrong));
            }
            mistakes.extend(lanes(call));
        }
        Expr::Call(call) => {
            let name = text(&call.func);
            let (f, args) = (&call.func, &call.args);
            if name == "wipe" {
                add(call.span(), "without".into(), parse_quote!(()));
            }
            for (i, at) in generators(args) {
                let mut wrong = call.clone();
                wrong.args[i] = parse_quote!(&mut rng.clone());
                add(at, "a copy of it".into(), Expr::Call(wrong));
            }
            if (name.ends_with("conditional_select") || name.ends_with("select")) && args.len() == 3
            {
                let (a, b, choice) = (&args[0], &args[1], &args[2]);
                add(
                    call.span(),
                    "operands exchanged".into(),
                    parse_quote!(#f(#b, #a, #choice)),
                );
            }
        }
        _ => {}
    }
    mistakes
}

/// Mistakes in the lanes that an operation takes, leaves or scales, by its constant: one lane each.
fn lanes(call: &syn::ExprMethodCall) -> Vec<(Span, String, Expr)> {
    let name = call.method.to_string();
    let constant = call
        .turbofish
        .as_ref()
        .and_then(|arguments| arguments.args.first());
    let constant = match constant {
        Some(syn::GenericArgument::Const(Expr::Block(block))) => match &block.block.stmts[..] {
            [syn::Stmt::Expr(constant, None)] => constant,
            _ => return Vec::new(),
        },
        Some(syn::GenericArgument::Const(constant)) => constant,
        _ => return Vec::new(),
    };
    // Each bit of a mask, each place of an order or of factors.
    let others: Vec<Expr> = match (name.as_str(), constant) {
        ("blend" | "keep", Expr::Lit(_)) => (0..4)
            .map(|i| parse_quote!((#constant ^ (1 << #i))))
            .collect(),
        ("shuffle" | "scale", Expr::Call(list)) => {
            let Some(Expr::Array(array)) = list.args.first() else {
                return Vec::new();
            };
            let values = array.elems.iter().filter_map(|x| text(x).parse().ok());
            let values: Vec<usize> = values.collect();
            let f = &list.func;
            (0..values.len())
                .map(|i| {
                    let mut values = values.clone();
                    values[i] = match (name.as_str(), values[i]) {
                        ("shuffle", lane) => (lane + 1) % 4,
                        (_, 0) => 1,
                        // Formulas have no other factors.
                        (_, 2) => 3,
                        (_, 6) => 4,
                        (_, 9) => 6,
                        (_, factor) => factor - 1,
                    };
                    let values = values.into_iter().map(Literal::usize_unsuffixed);
                    parse_quote!(#f([#(#values),*]))
                })
                .collect()
        }
        _ => return Vec::new(),
    };
    let wrong = |other: Expr| {
        let change = format!("{} → {}", text(constant), text(&other));
        let mut wrong = call.clone();
        let arguments = wrong.turbofish.as_mut().expect("a constant");
        arguments.args[0] = parse_quote!({ #other });
        (call.method.span(), change, Expr::MethodCall(wrong))
    };
    others.into_iter().map(wrong).collect()
}
